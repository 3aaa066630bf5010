-- The sweep in three parts: what needs no provider is settled in batches of hundreds, jobs that need one are taken in turns of
-- their users, and how far it got is on record.

-- When the sweep has something to do for the job; null once it has ended. After its start a job is left to its creator for two
-- minutes: longer than any create is waited for.
alter table private.vendor_tasks add column due_at timestamptz default now() + interval '2 minutes';
update private.vendor_tasks v set due_at = case when g.finished_at is null then v.checked_at + interval '30 seconds' end
from public.generations g where g.id = v.job_id;
alter table private.vendor_tasks drop column checked_at;
create index vendor_tasks_due_idx on private.vendor_tasks (due_at) where due_at is not null;

-- When a sweep last came to its end.
create table private.last_sweep (
  only_row boolean primary key default true check (only_row),
  finished_at timestamptz not null
);
alter table private.last_sweep enable row level security;
grant select, insert, update on private.last_sweep to service_role;

-- A job that has ended is due no more, whatever ends it. (Locks go from hold to account to job to task, as everywhere below.)
create function private.end_due() returns trigger language plpgsql set search_path = '' as $$
begin
  update private.vendor_tasks set due_at = null where job_id = new.id;
  return null;
end $$;
revoke execute on function private.end_due() from public;
create trigger generations_end_due after update of finished_at on public.generations
  for each row when (new.finished_at is not null) execute function private.end_due();

-- The provider answered with its task id.
create or replace function public.record_vendor_task(p_job_id uuid, p_provider_task_id text) returns void language plpgsql set search_path = '' as $$
begin
  update public.generations set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.vendor_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, now() + interval '30 seconds') end
  where job_id = p_job_id;
end $$;

-- A browser's poll is a look at the provider too: the sweep leaves the job alone for 30 s.
create or replace function public.touch_job(p_job_id uuid, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set due_at = greatest(due_at, private.clock(p_now) + interval '30 seconds')
  where job_id = p_job_id and due_at is not null
$$;

-- Jobs that this provider cannot be asked about (it is another one's, or no answer brought its task id) wait for their deadline.
-- One whose create never answered (the server died in it) becomes unknown.
create function public.park_jobs(p_provider text, p_deadline_seconds integer, p_now timestamptz default null)
returns void language plpgsql set search_path = '' as $$
declare
  parked uuid[];
begin
  p_now := private.clock(p_now);
  with due as (
    select v.job_id, g.created_at + make_interval(secs => p_deadline_seconds) as deadline
    from private.vendor_tasks v join public.generations g on g.id = v.job_id
    where v.due_at <= p_now and (v.provider_task_id is null or v.provider <> p_provider)
    for no key update skip locked
  ), moved as (
    update private.vendor_tasks v set due_at = due.deadline from due where v.job_id = due.job_id returning v.job_id
  )
  select array_agg(job_id) into parked from moved;
  update public.generations set status = 'unknown' where id = any (parked) and status = 'submitted';
end $$;
revoke execute on function public.park_jobs(text, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.park_jobs(text, integer, timestamptz) to service_role;

-- Gives back the credits of jobs past their deadline: at once where this provider cannot be asked, else when the time for last
-- looks is over too. Answers them: id, provider, provider_task_id.
create function public.expire_jobs(
  p_provider text, p_deadline_seconds integer, p_last_looks_seconds integer, p_message text, p_limit integer, p_now timestamptz default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  job record;
  expired jsonb := '[]';
begin
  p_now := private.clock(p_now);
  for job in
    with due as (
      select h.job_id as id, h.user_id, v.provider, v.provider_task_id
      from private.vendor_tasks v
      join public.generations g on g.id = v.job_id
      join private.credit_holds h on h.job_id = v.job_id
      where v.due_at <= p_now and h.state = 'started'
        and g.created_at < p_now - make_interval(secs => p_deadline_seconds
          + case when v.provider_task_id is null or v.provider <> p_provider then 0 else p_last_looks_seconds end)
      order by v.due_at limit p_limit for update of h skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select * from due order by user_id
  loop
    perform public.settle_job(job.id, null, 'deadline', p_message);
    expired := expired || jsonb_build_object('id', job.id, 'provider', job.provider, 'provider_task_id', job.provider_task_id);
  end loop;
  return expired;
end $$;
revoke execute on function public.expire_jobs(text, integer, integer, text, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.expire_jobs(text, integer, integer, text, integer, timestamptz) to service_role;

-- Ids of jobs that this provider should be asked about now, in turns: every user's longest waiting one, then every user's second,
-- and so on. Of a longer backlog the 10,000 that have waited longest.
create function public.list_due_jobs(p_provider text, p_limit integer, p_now timestamptz default null)
returns jsonb language sql stable set search_path = '' as $$
  with due as (
    select job_id, due_at from private.vendor_tasks
    where due_at <= private.clock(p_now) and provider = p_provider and provider_task_id is not null
    order by due_at limit 10000
  ), turns as (
    select due.*, row_number() over (partition by g.user_id order by due.due_at) as turn
    from due join public.generations g on g.id = due.job_id
    order by turn, due_at limit p_limit
  )
  select coalesce(jsonb_agg(job_id order by turn, due_at), '[]'::jsonb) from turns
$$;
revoke execute on function public.list_due_jobs(text, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.list_due_jobs(text, integer, timestamptz) to service_role;

-- Takes a due job for a look; null where another sweep has it, or a poll was faster.
drop function public.claim_open_jobs(integer, timestamptz);
create function public.claim_job(p_job_id uuid, p_now timestamptz default null) returns jsonb language plpgsql set search_path = '' as $$
begin
  p_now := private.clock(p_now);
  perform from private.vendor_tasks where job_id = p_job_id and due_at <= p_now for update skip locked;
  if not found then
    return null;
  end if;
  update private.vendor_tasks set due_at = p_now + interval '30 seconds' where job_id = p_job_id;
  return private.job_record(p_job_id, p_now);
end $$;
revoke execute on function public.claim_job(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.claim_job(uuid, timestamptz) to service_role;

-- A sweep has come to its end.
create function public.note_sweep(p_now timestamptz default null) returns void language sql set search_path = '' as $$
  insert into private.last_sweep (finished_at) values (private.clock(p_now))
  on conflict (only_row) do update set finished_at = excluded.finished_at
$$;
revoke execute on function public.note_sweep(timestamptz) from public, anon, authenticated;
grant execute on function public.note_sweep(timestamptz) to service_role;

-- How the sweep does: seconds since one last ended (null: never), and how many jobs and holds wait for one, of each counted to
-- 10,000 and no further. From indexes alone: anybody may ask, often.
create function public.sweep_health(p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'seconds_since_last', (select greatest(0, floor(extract(epoch from private.clock(p_now) - finished_at)))::integer from private.last_sweep),
    'backlog',
      (select count(*) from (select from private.vendor_tasks where due_at <= private.clock(p_now) limit 10000) as jobs)
      + (select count(*) from (
        select from private.credit_holds where state = 'open' and created_at < private.clock(p_now) - interval '15 minutes'
        limit 10000) as holds))
$$;
revoke execute on function public.sweep_health(timestamptz) from public, anon, authenticated;
grant execute on function public.sweep_health(timestamptz) to service_role;
