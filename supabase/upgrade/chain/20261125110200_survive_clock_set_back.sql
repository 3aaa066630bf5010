-- The database's clock may be set back. What was written before then lies in the future: a hold must not wait for that time to come
-- round again, and no job runs for less than nothing.

-- Gives back holds that no job used for 15 minutes, and those made more than a minute in the future. Answers how many.
create or replace function public.release_unused_holds(p_limit integer, p_now timestamptz default null) returns integer language plpgsql set search_path = '' as $$
declare
  hold record;
  released integer := 0;
begin
  p_now := private.clock(p_now);
  for hold in
    with due as (
      select job_id, user_id from private.credit_holds
      where state = 'open' and (created_at < p_now - interval '15 minutes' or created_at > p_now + interval '1 minute')
      order by created_at limit p_limit for update skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select job_id from due order by user_id
  loop
    perform private.settle_hold(hold.job_id, 'release');
    released := released + 1;
  end loop;
  return released;
end $$;

-- How the sweep does: seconds since one last ended (null: never), and how many jobs and holds wait for one, of each counted to
-- 10,000 and no further. From indexes alone: anybody may ask, often.
create or replace function public.sweep_health(p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'seconds_since_last', (select greatest(0, floor(extract(epoch from private.clock(p_now) - finished_at)))::integer from private.last_sweep),
    'backlog',
      (select count(*) from (select from private.vendor_tasks where due_at <= private.clock(p_now) limit 10000) as jobs)
      + (select count(*) from (
        select from private.credit_holds
        where state = 'open'
          and (created_at < private.clock(p_now) - interval '15 minutes' or created_at > private.clock(p_now) + interval '1 minute')
        limit 10000) as holds))
$$;

-- The job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them; the seconds of a
-- finished job have stopped.
create or replace function private.job_record(p_job_id uuid, p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'created_at', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(g.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'cancel_requested', h.cancel_requested_at is not null,
    'task_missing', v.task_missing_since is not null,
    'elapsed_seconds', greatest(0, floor(extract(epoch from coalesce(g.finished_at, private.clock(p_now)) - g.created_at)))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;
