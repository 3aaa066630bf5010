-- The operator's numbers: what jobs charged, returned, and cost, by day (docs/decisions/009-administrator.md). A job
-- counts on the day it ended in UTC, because then a day never changes. No row holds anything about a user.

-- Also answers how many bytes are stored, without reading the wide rows of the jobs.
create index jobs_finished_at_idx on public.jobs (finished_at) include (deleted_at, video_bytes, poster_bytes)
  where finished_at is not null;
create index credit_entries_grants_idx on private.credit_entries (created_at) include (type, amount) where kind = 'grant';

-- The jobs that ended on each counted day.
create table private.daily_jobs (
  day date not null,
  model text not null,
  provider text not null,
  -- `succeeded`, or the failure code.
  outcome text not null,
  -- The unit of the cost. Empty for the jobs whose provider reported none.
  cost_unit text not null,
  jobs integer not null,
  -- The credits that the jobs charged and returned.
  charged bigint not null,
  returned bigint not null,
  cost numeric not null,
  primary key (day, model, provider, outcome, cost_unit)
);
alter table private.daily_jobs enable row level security;
grant select, insert on private.daily_jobs to service_role;

-- How long after its end a video was in the library, for 95% of each counted day's videos: at most these seconds. The end is
-- not known, so it counts from unfinished_at, or else from the start. A day without videos has no row.
create table private.daily_delays (
  day date primary key,
  seconds integer not null
);
alter table private.daily_delays enable row level security;
grant select, insert on private.daily_delays to service_role;

-- The last counted day, when it was counted, and the bytes that were stored then, in one row.
create table private.last_count (
  only_row boolean primary key default true check (only_row),
  day date not null,
  counted_at timestamptz not null,
  stored_bytes bigint not null
);
alter table private.last_count enable row level security;
grant select, insert, update on private.last_count to service_role;

-- Counts the jobs that ended from the first to the last day, both included: a row for each row of daily_jobs, and a row
-- without a model for each day. A job with a video is charged, and every other ended job is returned (settle_job). delay: see
-- daily_delays. Null without a video. One pass, because a second one would double the time.
create function private.count_jobs(p_first date, p_last date)
returns table (day date, model text, provider text, outcome text, cost_unit text, jobs integer, charged bigint, returned bigint,
  cost numeric, delay integer)
language sql stable set search_path = '' as $$
  with ended as (
    select (j.finished_at at time zone 'utc')::date as day, j.model, t.provider,
      case j.status when 'succeeded' then 'succeeded' else j.failure_code end as outcome, coalesce(t.cost_unit, '') as cost_unit,
      j.status = 'succeeded' as has_video, j.credits, t.cost,
      greatest(0, extract(epoch from j.finished_at - coalesce(t.unfinished_at, j.created_at))) as delay
    from public.jobs j join private.provider_tasks t on t.job_id = j.id
    where j.finished_at >= p_first::timestamp at time zone 'utc' and j.finished_at < (p_last + 1)::timestamp at time zone 'utc'
  )
  select day, model, provider, outcome, cost_unit, count(*)::integer,
    coalesce(sum(credits) filter (where has_video), 0), coalesce(sum(credits) filter (where not has_video), 0),
    coalesce(sum(cost), 0), ceil(percentile_cont(0.95) within group (order by delay) filter (where has_video))::integer
  from ended group by grouping sets ((day, model, provider, outcome, cost_unit), (day))
$$;
revoke execute on function private.count_jobs(date, date) from public;
grant execute on function private.count_jobs(date, date) to service_role;

-- Returns the bytes of the stored videos, posters, and uploads.
create function private.count_stored_bytes() returns bigint language sql stable set search_path = '' as $$
  select ((select coalesce(sum(coalesce(video_bytes, 0) + coalesce(poster_bytes, 0)), 0) from public.jobs
      where finished_at is not null and deleted_at is null)
    + (select coalesce(sum(bytes), 0) from private.files where deleting_at is null))::bigint
$$;
revoke execute on function private.count_stored_bytes() from public;
grant execute on function private.count_stored_bytes() to service_role;

-- Stores the days that are over, the oldest first, and at most seven per call. Returns their number. A day is counted an
-- hour after its end, so that its last transactions and costs are there. Two sweeps can't count a day twice: the second
-- one leaves at once.
create function public.count_finished_days() returns integer language plpgsql set search_path = '' as $$
declare
  due date := (private.clock() at time zone 'utc' - interval '1 hour')::date - 1;
  first_day date;
  last_day date;
begin
  if exists (select from private.last_count where day >= due)
    or not pg_try_advisory_xact_lock(hashtextextended('private.daily_jobs', 0))
  then
    return 0;
  end if;
  first_day := coalesce((select day + 1 from private.last_count),
    (select least((min(finished_at) at time zone 'utc')::date, due + 1) from public.jobs));
  last_day := least(first_day + 6, due);
  with counted as (
    select * from private.count_jobs(first_day, last_day)
  ), days as (
    insert into private.daily_delays select day, delay from counted where model is null and delay is not null
  )
  insert into private.daily_jobs
  select day, model, provider, outcome, cost_unit, jobs, charged, returned, cost from counted where model is not null;
  insert into private.last_count (day, counted_at, stored_bytes) values (last_day, private.clock(), private.count_stored_bytes())
  on conflict (only_row) do update set
    day = excluded.day, counted_at = excluded.counted_at, stored_bytes = excluded.stored_bytes;
  return last_day - first_day + 1;
end $$;
revoke execute on function public.count_finished_days() from public, anon, authenticated;
grant execute on function public.count_finished_days() to service_role;

-- Returns the numbers of this month and the last one, and of at least 30 days.
-- jobs, delays: rows of daily_jobs and daily_delays; days that aren't counted yet are counted here. grants: credits by day and type.
-- oldest_queued_seconds: the age of the oldest job in a provider's queue, or null. overdue_seconds: how late the latest
-- status check is. stored_bytes: counted on counted_on, both null before the first count.
create function public.read_numbers() returns jsonb language plpgsql stable set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  today date := (moment at time zone 'utc')::date;
  first_day date := least(today - 29, (date_trunc('month', today) - interval '1 month')::date);
  last_counted date := coalesce((select day from private.last_count), first_day - 1);
begin
  return (with counted as materialized (
    select * from private.count_jobs(greatest(first_day, last_counted + 1), today)
  ) select jsonb_build_object(
    'today', today,
    'jobs', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.day, d.model, d.provider, d.outcome, d.cost_unit), '[]') from (
        select * from private.daily_jobs where day between first_day and last_counted
        union all
        select day, model, provider, outcome, cost_unit, jobs, charged, returned, cost from counted where model is not null) as d),
    'delays', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
        select * from private.daily_delays where day between first_day and last_counted
        union all
        select day, delay from counted where model is null and delay is not null) as d),
    'grants', (
      select coalesce(jsonb_agg(to_jsonb(g) order by g.day, g.type), '[]') from (
        select (created_at at time zone 'utc')::date as day, type, sum(amount) as credits from private.credit_entries
        where kind = 'grant' and created_at >= first_day::timestamp at time zone 'utc' group by 1, 2) as g),
    'open_jobs', (select count(*) from public.jobs where status in ('submitted', 'running', 'unknown')),
    'oldest_queued_seconds', (
      select case when count(*) > 0 then greatest(0, floor(extract(epoch from moment - min(created_at))))::integer end from public.jobs
      where status in ('submitted', 'running', 'unknown') and queued),
    'overdue_seconds', (
      select greatest(0, floor(extract(epoch from moment - coalesce(min(due_at), moment))))::integer from private.provider_tasks
      where due_at is not null and (delivering_until is null or delivering_until < moment)),
    'stored_bytes', (select stored_bytes from private.last_count),
    'counted_on', (select (counted_at at time zone 'utc')::date from private.last_count),
    'open_reports', (select count(*) from private.reported_videos)));
end $$;
revoke execute on function public.read_numbers() from public, anon, authenticated;
grant execute on function public.read_numbers() to service_role;
