-- The sweep does what nobody watches: what needs no provider is settled in batches of hundreds, jobs that need one are taken in turns
-- of their users, and how far it got is on record. Rows that another sweep holds are skipped, so that two at once do no harm.

-- Gives back holds that no job used for 15 minutes, and those made more than a minute in the future: the database's clock may be set
-- back, and a hold must not wait for that time to come round again. Returns how many.
create function public.release_unused_holds(p_limit integer) returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  hold record;
  released integer := 0;
begin
  for hold in
    with due as (
      select job_id, user_id from private.credit_holds
      where state = 'open' and (created_at < moment - interval '15 minutes' or created_at > moment + interval '1 minute')
      order by created_at limit p_limit for update skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select job_id from due order by user_id
  loop
    perform private.settle_hold(hold.job_id, 'release');
    released := released + 1;
  end loop;
  return released;
end $$;
revoke execute on function public.release_unused_holds(integer) from public, anon, authenticated;
grant execute on function public.release_unused_holds(integer) to service_role;

-- Has jobs that this provider cannot be asked about (it is another one's, or no answer brought its task id, unless it is asked by the
-- job's id) wait for their deadline. One whose create never answered (the server died in it) becomes unknown.
create function public.park_jobs(p_provider text, p_deadline_seconds integer, p_by_job_id boolean default false)
returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  unanswered uuid[];
begin
  with due as (
    select t.job_id, j.created_at + make_interval(secs => p_deadline_seconds) as deadline
    from private.provider_tasks t join public.jobs j on j.id = t.job_id
    where t.due_at <= moment and (t.provider_task_id is null or t.provider <> p_provider)
    for no key update skip locked
  ), moved as (
    update private.provider_tasks t set due_at = due.deadline from due
    where t.job_id = due.job_id and (t.provider <> p_provider or not p_by_job_id)
  )
  select array_agg(job_id) into unanswered from due;
  update public.jobs set status = 'unknown' where id = any (unanswered) and status = 'submitted';
end $$;
revoke execute on function public.park_jobs(text, integer, boolean) from public, anon, authenticated;
grant execute on function public.park_jobs(text, integer, boolean) to service_role;

-- Gives back the credits of jobs past their deadline: at once where this provider cannot be asked, else when the time for last looks
-- is over too. Returns them: id, provider, provider_task_id.
create function public.expire_jobs(
  p_provider text, p_deadline_seconds integer, p_last_looks_seconds integer, p_message text, p_limit integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  job record;
  expired jsonb := '[]';
begin
  for job in
    with due as (
      select h.job_id as id, h.user_id, t.provider, t.provider_task_id
      from private.provider_tasks t
      join public.jobs j on j.id = t.job_id
      join private.credit_holds h on h.job_id = t.job_id
      where t.due_at <= moment and h.state = 'started'
        and j.created_at < moment - make_interval(secs => p_deadline_seconds
          + case when t.provider_task_id is null or t.provider <> p_provider then 0 else p_last_looks_seconds end)
      order by t.due_at limit p_limit for update of h skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select * from due order by user_id
  loop
    perform public.settle_job(job.id, null, 'deadline', p_message);
    expired := expired || jsonb_build_object('id', job.id, 'provider', job.provider, 'provider_task_id', job.provider_task_id);
  end loop;
  return expired;
end $$;
revoke execute on function public.expire_jobs(text, integer, integer, text, integer) from public, anon, authenticated;
grant execute on function public.expire_jobs(text, integer, integer, text, integer) to service_role;

-- Returns the ids of jobs that this provider should be asked about now, those without a task id where it is asked by the job's id, in
-- turns: every user's longest waiting one, then every user's second, and so on. Of a longer backlog it sees the oldest 10,000.
create function public.list_due_jobs(p_provider text, p_limit integer, p_by_job_id boolean default false)
returns jsonb language sql stable set search_path = '' as $$
  with due as (
    select job_id, due_at from private.provider_tasks
    where due_at <= private.clock() and provider = p_provider and (p_by_job_id or provider_task_id is not null)
    order by due_at limit 10000
  ), turns as (
    select due.*, row_number() over (partition by j.user_id order by due.due_at) as turn
    from due join public.jobs j on j.id = due.job_id
    order by turn, due_at limit p_limit
  )
  select coalesce(jsonb_agg(job_id order by turn, due_at), '[]'::jsonb) from turns
$$;
revoke execute on function public.list_due_jobs(text, integer, boolean) from public, anon, authenticated;
grant execute on function public.list_due_jobs(text, integer, boolean) to service_role;

-- Takes a due job for a look; null where another sweep has it, or a poll was faster.
create function public.claim_job(p_job_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
begin
  perform from private.provider_tasks where job_id = p_job_id and due_at <= moment for update skip locked;
  if not found then
    return null;
  end if;
  update private.provider_tasks set due_at = moment + interval '30 seconds' where job_id = p_job_id;
  return private.job_record(p_job_id);
end $$;
revoke execute on function public.claim_job(uuid) from public, anon, authenticated;
grant execute on function public.claim_job(uuid) to service_role;

-- Hastens the look at an open job whose provider calls back, and records its task where none is known yet (a create that was never
-- answered). Returns false for any other job, for another task than the known one, and for a task of another job.
create function public.nudge_job(p_job_id uuid, p_provider text, p_provider_task_id text)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.jobs j set status = 'running' from private.provider_tasks t
  where j.id = p_job_id and t.job_id = j.id and t.provider = p_provider and t.provider_task_id is null
    and j.status in ('submitted', 'unknown');
  update private.provider_tasks
  set provider_task_id = p_provider_task_id, due_at = least(due_at, private.clock())
  where job_id = p_job_id and provider = p_provider and due_at is not null
    and coalesce(provider_task_id, p_provider_task_id) = p_provider_task_id;
  return found;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.nudge_job(uuid, text, text) from public, anon, authenticated;
grant execute on function public.nudge_job(uuid, text, text) to service_role;

-- When a sweep last came to its end, in one row.
create table private.last_sweep (
  only_row boolean primary key default true check (only_row),
  finished_at timestamptz not null
);
alter table private.last_sweep enable row level security;
grant select, insert, update on private.last_sweep to service_role;

-- Records that a sweep has come to its end.
create function public.note_sweep() returns void language sql set search_path = '' as $$
  insert into private.last_sweep (finished_at) values (private.clock())
  on conflict (only_row) do update set finished_at = excluded.finished_at
$$;
revoke execute on function public.note_sweep() from public, anon, authenticated;
grant execute on function public.note_sweep() to service_role;

-- Returns how the sweep does: seconds since one last ended (null: never), and how many jobs and holds wait for one, of each counted
-- to 10,000 and no further. It reads indexes alone: anybody may ask, often.
create function public.sweep_health() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'seconds_since_last', (select greatest(0, floor(extract(epoch from private.clock() - finished_at)))::integer from private.last_sweep),
    'backlog',
      (select count(*) from (select from private.provider_tasks where due_at <= private.clock() limit 10000) as jobs)
      + (select count(*) from (
        select from private.credit_holds
        where state = 'open'
          and (created_at < private.clock() - interval '15 minutes' or created_at > private.clock() + interval '1 minute')
        limit 10000) as holds))
$$;
revoke execute on function public.sweep_health() from public, anon, authenticated;
grant execute on function public.sweep_health() to service_role;
