-- Schedules the status checks at providers (docs/decisions/005-status-checks.md). A job has one check at a time,
-- however many callers wait for it. Status requests and the sweep claim the check by its due_at. The result is stored,
-- so that all callers see it.

-- The remaining checks of each provider's rate, shared by all servers.
create table private.provider_status_checks (
  provider text primary key,
  -- The number of checks that can start now. Fractions add up.
  remaining double precision not null,
  filled_at timestamptz not null,
  -- No status checks before this time, because the provider returned 429.
  paused_until timestamptz
);
alter table private.provider_status_checks enable row level security;
grant select, insert, update on private.provider_status_checks to service_role;

-- Claims up to p_wanted checks within the provider's rate: p_per_second, or twice that after a pause. Returns the
-- number of claimed checks.
create function private.claim_status_checks(p_provider text, p_wanted integer, p_per_second integer)
returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  rate private.provider_status_checks;
  claimed integer;
begin
  insert into private.provider_status_checks as b (provider, remaining, filled_at) values (p_provider, 2 * p_per_second, moment)
  on conflict (provider) do update set filled_at = moment,
    remaining = least(2 * p_per_second, b.remaining + p_per_second * greatest(0, extract(epoch from moment - b.filled_at)))
  returning * into rate;
  -- If the clock was set back, the pause doesn't get longer.
  claimed := case when rate.paused_until > moment and rate.paused_until <= moment + interval '5 minutes' then 0
    else least(p_wanted, floor(rate.remaining)) end;
  update private.provider_status_checks set remaining = remaining - claimed where provider = p_provider;
  return claimed;
end $$;
revoke execute on function private.claim_status_checks(text, integer, integer) from public;
grant execute on function private.claim_status_checks(text, integer, integer) to service_role;

-- Pauses all checks at this provider for p_seconds, at most five minutes, after a 429.
create function public.pause_status_checks(p_provider text, p_seconds integer) returns void language sql set search_path = '' as $$
  insert into private.provider_status_checks as b (provider, remaining, filled_at, paused_until)
  values (p_provider, 0, private.clock(), private.clock() + make_interval(secs => least(p_seconds, 300)))
  on conflict (provider) do update set paused_until = excluded.paused_until
$$;
revoke execute on function public.pause_status_checks(text, integer) from public, anon, authenticated;
grant execute on function public.pause_status_checks(text, integer) to service_role;

-- Returns the state of these jobs, without deleted ones. One call covers all responses that wait on one server
-- (docs/decisions/005-status-checks.md).
-- p_waits: one value per job. Claims each check whose time has come, and schedules the next one that many seconds
-- later. Claims stay within the providers' rates, and users alternate.
-- claimed: whether this caller checks the provider. A lost claim costs only one check, so the transaction doesn't wait
-- for the disk.
create function public.check_jobs(
  p_job_ids uuid[], p_waits integer[] default null, p_per_second integer default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  due record;
  claimed uuid[] := '{}';
  newly_claimed uuid[];
begin
  for due in
    select t.provider, count(*)::integer as jobs from private.provider_tasks t
    where p_waits is not null and t.job_id = any (p_job_ids)
      and t.due_at <= moment and (t.delivering_until is null or t.delivering_until < moment)
    group by t.provider order by t.provider
  loop
    perform set_config('synchronous_commit', 'off', true);
    with turns as (
      select t.job_id, t.due_at, row_number() over (partition by j.user_id order by t.due_at) as turn
      from private.provider_tasks t join public.jobs j on j.id = t.job_id
      where t.job_id = any (p_job_ids) and t.provider = due.provider
        and t.due_at <= moment and (t.delivering_until is null or t.delivering_until < moment)
    ), first as (
      select job_id from turns order by turn, due_at limit private.claim_status_checks(due.provider, due.jobs, p_per_second)
    ), free as (
      select t.job_id from private.provider_tasks t join first using (job_id)
      where t.due_at <= moment and (t.delivering_until is null or t.delivering_until < moment)
      for no key update of t skip locked
    ), checked as (
      update private.provider_tasks t set due_at = moment + make_interval(secs => asked.wait)
      from free, unnest(p_job_ids, p_waits) as asked (job_id, wait)
      where t.job_id = free.job_id and asked.job_id = t.job_id returning t.job_id
    )
    select array_agg(job_id) into newly_claimed from checked;
    claimed := claimed || newly_claimed;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'status', j.status, 'queued', j.queued, 'ahead', t.ahead,
      'progress', t.progress, 'is_delivering', j.finished_at is null and coalesce(t.delivering_until >= moment, false),
      'delivery_failures', t.delivery_failures, 'claimed', j.id = any (claimed))), '[]'::jsonb)
    from public.jobs j join private.provider_tasks t on t.job_id = j.id where j.id = any (p_job_ids));
end $$;
revoke execute on function public.check_jobs(uuid[], integer[], integer) from public, anon, authenticated;
grant execute on function public.check_jobs(uuid[], integer[], integer) to service_role;

-- Counts a poll by name and reads the owner's job in one call. Returns the same as count_request, and job. job is null above
-- the rate, and when get_job returns null. A lost count costs nothing, so the transaction doesn't wait for the disk.
create function public.poll_job(
  p_name text, p_job_id uuid, p_user_id uuid, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  rate jsonb := public.count_user_request(p_name, p_user_id, p_limit, p_window_seconds);
  job jsonb;
begin
  perform set_config('synchronous_commit', 'off', true);
  if (rate->>'wait')::integer = 0 then
    job := public.get_job(p_job_id, p_user_id);
  end if;
  return rate || jsonb_build_object('job', job);
end $$;
revoke execute on function public.poll_job(text, uuid, uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.poll_job(text, uuid, uuid, integer, integer) to service_role;

-- Claims a job's check if its time has come, and schedules the next one after p_wait seconds. With p_per_second, stays
-- within the provider's rate. Returns the job, or null if another caller has the claim or the rate is used up.
create function public.claim_job(p_job_id uuid, p_wait integer default 30, p_per_second integer default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  job_provider text;
begin
  -- The rate is locked before the job, as everywhere.
  select provider into job_provider from private.provider_tasks where job_id = p_job_id and due_at <= private.clock();
  if not found or (p_per_second is not null and private.claim_status_checks(job_provider, 1, p_per_second) = 0) then
    return null;
  end if;
  perform from private.provider_tasks where job_id = p_job_id and due_at <= private.clock() for update skip locked;
  if not found then
    return null;
  end if;
  update private.provider_tasks set due_at = private.clock() + make_interval(secs => p_wait) where job_id = p_job_id;
  return private.job_record(p_job_id);
end $$;
revoke execute on function public.claim_job(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.claim_job(uuid, integer, integer) to service_role;

-- Moves the next check of a job forward to p_seconds from now, or to the end of its delivery. Used for a finished job
-- whose delivery this caller has no time for.
create function public.schedule_check_soon(p_job_id uuid, p_seconds integer) returns void language sql set search_path = '' as $$
  update private.provider_tasks
  set due_at = least(due_at, greatest(private.clock() + make_interval(secs => p_seconds), delivering_until))
  where job_id = p_job_id and due_at is not null
$$;
revoke execute on function public.schedule_check_soon(uuid, integer) from public, anon, authenticated;
grant execute on function public.schedule_check_soon(uuid, integer) to service_role;

-- Schedules an open job's check for now when its provider sends a webhook. Stores the task ID if unknown, as after a
-- create request without a response. Returns false if the job isn't open or has a different task, or if another job has
-- this task.
create function public.record_provider_callback(p_job_id uuid, p_provider text, p_provider_task_id text)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.jobs j set status = 'running' from private.provider_tasks t
  where j.id = p_job_id and t.job_id = j.id and t.provider = p_provider and t.provider_task_id is null
    and j.status in ('submitted', 'unknown');
  update private.provider_tasks
  set provider_task_id = p_provider_task_id, due_at = least(due_at, private.clock()), unfinished_at = private.clock()
  where job_id = p_job_id and provider = p_provider and due_at is not null
    and coalesce(provider_task_id, p_provider_task_id) = p_provider_task_id;
  return found;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.record_provider_callback(uuid, text, text) from public, anon, authenticated;
grant execute on function public.record_provider_callback(uuid, text, text) to service_role;

-- Stores the provider's task ID, and schedules the first check. Returns false if another job has this ID. This job then
-- has no task, and can't succeed.
create function public.record_provider_task(p_job_id uuid, p_provider_task_id text, p_check_seconds integer default 30)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.jobs set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.provider_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, private.clock() + make_interval(secs => p_check_seconds)) end
  where job_id = p_job_id;
  delete from private.refusing_providers r using private.provider_tasks t
  where t.job_id = p_job_id and (r.provider = t.provider or r.refused_at < private.clock() - interval '1 day');
  update private.alerts set is_firing = false, since = now()
  where name = 'provider_refuses' and is_firing and not exists (select from private.refusing_providers);
  return true;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.record_provider_task(uuid, text, integer) from public, anon, authenticated;
grant execute on function public.record_provider_task(uuid, text, integer) to service_role;

-- Moves a job to another provider because the first one was unreachable. Returns false unless the job is still at the
-- first one and has no task. Otherwise, no other provider may be called. The creator gets two minutes again.
create function public.hand_over_job(p_job_id uuid, p_from text, p_to text) returns boolean language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks t set provider = p_to, due_at = private.clock() + interval '2 minutes'
  from public.jobs j
  where t.job_id = p_job_id and j.id = t.job_id and j.status = 'submitted'
    and t.provider = p_from and t.provider_task_id is null;
  return found;
end $$;
revoke execute on function public.hand_over_job(uuid, text, text) from public, anon, authenticated;
grant execute on function public.hand_over_job(uuid, text, text) to service_role;

-- Records that the response to a create request was lost, and schedules the job's check for now.
create function public.mark_job_unknown(p_job_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  update public.jobs set status = 'unknown' where id = p_job_id and status = 'submitted';
  if found then
    update private.provider_tasks set due_at = least(due_at, private.clock()) where job_id = p_job_id;
  end if;
end $$;
revoke execute on function public.mark_job_unknown(uuid) from public, anon, authenticated;
grant execute on function public.mark_job_unknown(uuid) to service_role;

-- Records a check that found the job running, and schedules the next one after p_wait seconds. A check that is due within
-- five seconds stays, because a webhook may have asked for it. p_queued: whether the job is in the provider's queue.
-- p_ahead: the number of jobs before it. p_progress: 0 to 1.
create function public.record_running(
  p_job_id uuid, p_wait integer, p_queued boolean, p_ahead integer default null, p_progress numeric default null)
returns void language sql set search_path = '' as $$
  update public.jobs set queued = p_queued where id = p_job_id and finished_at is null and queued <> p_queued;
  update private.provider_tasks
  set task_missing_since = null, ahead = p_ahead, progress = p_progress, unfinished_at = private.clock(),
    due_at = case when due_at > private.clock() + interval '5 seconds' and delivering_until is null
      then private.clock() + make_interval(secs => p_wait) else due_at end
  where job_id = p_job_id
$$;
revoke execute on function public.record_running(uuid, integer, boolean, integer, numeric) from public, anon, authenticated;
grant execute on function public.record_running(uuid, integer, boolean, integer, numeric) to service_role;

-- Records that the provider reported the task as unknown, and schedules an early check. Returns the seconds since the
-- first such report.
create function public.record_missing_task(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set task_missing_since = least(coalesce(task_missing_since, private.clock()), private.clock()),
    due_at = case when due_at is not null then least(due_at, private.clock() + interval '10 seconds') end
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - task_missing_since))::integer
$$;
revoke execute on function public.record_missing_task(uuid) from public, anon, authenticated;
grant execute on function public.record_missing_task(uuid) to service_role;
