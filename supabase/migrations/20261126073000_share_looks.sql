-- Who asks a provider about a job, and when (decision 047). One look per job, whoever waits for it: status answers, waiting or not, and
-- the sweep claim it by its due_at. What a look found stands in the database, so that everybody sees it.

alter table private.provider_tasks
  -- Jobs before it in the provider's queue; null where the provider doesn't say.
  add column ahead integer,
  -- 0 to 1; null where the provider doesn't say.
  add column progress numeric(4, 3);

-- The looks that are left of a provider's rate, shared by all servers.
create table private.provider_looks (
  provider text primary key,
  -- Looks that may begin now. Fractions add up.
  remaining double precision not null,
  filled_at timestamptz not null,
  -- The provider said 429: nobody asks it before.
  paused_until timestamptz
);
alter table private.provider_looks enable row level security;
grant select, insert, update on private.provider_looks to service_role;

-- Rates are counted at every call and worth nothing after a crash: they need no log.
alter table private.rate_limits set unlogged;

-- What jobs of a model took lately is read from its newest jobs.
create index jobs_usual_idx on public.jobs (model, length_seconds, finished_at desc) where status = 'succeeded';

-- Returns the job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them; the
-- seconds of a finished job have stopped. missing_file_seconds: null unless its file was found missing. It is the most called of all
-- functions: PL/pgSQL keeps its plan, which SQL makes anew at each call.
drop function private.job_record(uuid);
create function private.job_record(p_job_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  moment timestamptz := private.clock();
begin
  return (
    select to_jsonb(j) || jsonb_build_object(
      'image_path', coalesce(j.image_path, (
        select p.path from private.job_pictures jp join private.pictures p on p.id = jp.picture_id
        where jp.job_id = j.id and jp.role = 'first')),
      'input_kind', coalesce(j.input_kind, j.mode),
      'source_id', s.id, 'source_path', s.video_path,
      'pictures', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'role', jp.role, 'path', p.path) order by jp.position)
        from private.job_pictures jp join private.pictures p on p.id = jp.picture_id where jp.job_id = j.id), '[]'::jsonb),
      'created_at', to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'finished_at', to_char(j.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'provider', t.provider, 'provider_task_id', t.provider_task_id, 'request_hash', t.request_hash,
      'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
      'cancel_requested', h.cancel_requested_at is not null,
      'task_missing', t.task_missing_since is not null,
      'ahead', t.ahead, 'progress', t.progress,
      'is_look_due', coalesce(t.due_at <= moment and (t.delivering_until is null or t.delivering_until < moment), false),
      'is_delivering', j.finished_at is null and coalesce(t.delivering_until >= moment, false),
      'delivery_failures', t.delivery_failures,
      'delivery_wait_seconds', case when t.delivery_failed_at is null then 0 else private.delivery_wait(t) end,
      'missing_file_seconds', floor(extract(epoch from moment - t.file_missing_since))::integer,
      'elapsed_seconds', greatest(0, floor(extract(epoch from coalesce(j.finished_at, moment) - j.created_at)))::integer)
    from public.jobs j
    join private.provider_tasks t on t.job_id = j.id
    join private.credit_holds h on h.job_id = j.id
    left join public.jobs s on s.id = j.source_id and s.deleted_at is null
    where j.id = p_job_id);
end $$;
revoke execute on function private.job_record(uuid) from public;
grant execute on function private.job_record(uuid) to service_role;

-- Returns the owner's job, or null for an unknown id, a deleted job and another user's alike.
drop function public.get_job(uuid, uuid);
create function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  job jsonb := private.job_record(p_job_id);
begin
  return case when (job->>'user_id')::uuid = p_user_id and job->>'deleted_at' is null then job end;
end $$;
revoke execute on function public.get_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid) to service_role;

-- Takes up to p_wanted looks of the provider's rate, at most p_per_second (and twice that after a rest). Returns how many it got.
create function private.take_looks(p_provider text, p_wanted integer, p_per_second integer)
returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  budget private.provider_looks;
  taken integer;
begin
  insert into private.provider_looks as b (provider, remaining, filled_at) values (p_provider, 2 * p_per_second, moment)
  on conflict (provider) do update set filled_at = moment,
    remaining = least(2 * p_per_second, b.remaining + p_per_second * greatest(0, extract(epoch from moment - b.filled_at)))
  returning * into budget;
  -- A clock that was set back makes no longer pause.
  taken := case when budget.paused_until > moment and budget.paused_until <= moment + interval '5 minutes' then 0
    else least(p_wanted, floor(budget.remaining)) end;
  update private.provider_looks set remaining = remaining - taken where provider = p_provider;
  return taken;
end $$;
revoke execute on function private.take_looks(text, integer, integer) from public;
grant execute on function private.take_looks(text, integer, integer) to service_role;

-- Returns where these jobs stand, without those that are gone: one call for all answers that wait in one server (decision 031).
-- p_waits, one for each job: claims the look of each that is due, within the providers' rates and users taking turns, and puts the next
-- one off by so many seconds. look: this caller asks the provider. A lost claim costs one look, so nobody waits for the disk.
drop function public.look_at_jobs(uuid[]);
create function public.look_at_jobs(
  p_job_ids uuid[], p_waits integer[] default null, p_per_second integer default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  due record;
  claimed uuid[] := '{}';
  given uuid[];
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
      select job_id from turns order by turn, due_at limit private.take_looks(due.provider, due.jobs, p_per_second)
    ), free as (
      select t.job_id from private.provider_tasks t join first using (job_id)
      where t.due_at <= moment and (t.delivering_until is null or t.delivering_until < moment)
      for no key update of t skip locked
    ), looked as (
      update private.provider_tasks t set due_at = moment + make_interval(secs => asked.wait)
      from free, unnest(p_job_ids, p_waits) as asked (job_id, wait)
      where t.job_id = free.job_id and asked.job_id = t.job_id returning t.job_id
    )
    select array_agg(job_id) into given from looked;
    claimed := claimed || given;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'status', j.status, 'queued', j.queued, 'ahead', t.ahead,
      'progress', t.progress, 'is_delivering', j.finished_at is null and coalesce(t.delivering_until >= moment, false),
      'delivery_failures', t.delivery_failures, 'look', j.id = any (claimed))), '[]'::jsonb)
    from public.jobs j join private.provider_tasks t on t.job_id = j.id where j.id = any (p_job_ids));
end $$;
revoke execute on function public.look_at_jobs(uuid[], integer[], integer) from public, anon, authenticated;
grant execute on function public.look_at_jobs(uuid[], integer[], integer) to service_role;

-- Nobody asks this provider for so many seconds, at most five minutes: it said 429.
create function public.pause_looks(p_provider text, p_seconds integer) returns void language sql set search_path = '' as $$
  insert into private.provider_looks as b (provider, remaining, filled_at, paused_until)
  values (p_provider, 0, private.clock(), private.clock() + make_interval(secs => least(p_seconds, 300)))
  on conflict (provider) do update set paused_until = excluded.paused_until
$$;
revoke execute on function public.pause_looks(text, integer) from public, anon, authenticated;
grant execute on function public.pause_looks(text, integer) to service_role;

-- Returns the usual time of a job in seconds, {from, to}, as the last 50 of this model and length took; null with fewer than 20. Every
-- fifth was faster than from, every fifth slower than to.
create function public.usual_seconds(p_model text, p_length_seconds integer) returns jsonb language sql stable set search_path = '' as $$
  select case when count(*) >= 20 then jsonb_build_object(
    'from', percentile_cont(0.2) within group (order by seconds), 'to', percentile_cont(0.8) within group (order by seconds)) end
  from (
    select extract(epoch from finished_at - created_at) as seconds from public.jobs
    where model = p_model and length_seconds = p_length_seconds and status = 'succeeded' order by finished_at desc limit 50) as newest
$$;
revoke execute on function public.usual_seconds(text, integer) from public, anon, authenticated;
grant execute on function public.usual_seconds(text, integer) to service_role;

-- Counts a poll and reads the owner's job, in one call. Returns as count_use, and job: null above the rate, and for what get_job does
-- not show. The count is worth no wait for the disk.
drop function public.poll_job(uuid, uuid, integer, integer);
create function public.poll_job(
  p_job_id uuid, p_user_id uuid, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  rate jsonb := public.take_user_rate('status', p_user_id, p_limit, p_window_seconds);
  job jsonb;
begin
  perform set_config('synchronous_commit', 'off', true);
  if (rate->>'wait')::integer = 0 then
    job := public.get_job(p_job_id, p_user_id);
  end if;
  return rate || jsonb_build_object('job', job);
end $$;
revoke execute on function public.poll_job(uuid, uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.poll_job(uuid, uuid, integer, integer) to service_role;

-- A poll of the release before was a look, due or not, and kept the sweep away.
drop function public.touch_job(uuid);

-- Records what a look found: whether the provider still queues the job, how many are before it, and how far it is (0 to 1).
drop function public.note_queued(uuid, boolean);
create function public.note_queued(p_job_id uuid, p_queued boolean, p_ahead integer default null, p_progress numeric default null)
returns void language sql set search_path = '' as $$
  update public.jobs set queued = p_queued where id = p_job_id and finished_at is null and queued <> p_queued;
  update private.provider_tasks set task_missing_since = null, ahead = p_ahead, progress = p_progress where job_id = p_job_id
$$;
revoke execute on function public.note_queued(uuid, boolean, integer, numeric) from public, anon, authenticated;
grant execute on function public.note_queued(uuid, boolean, integer, numeric) to service_role;

-- Records the provider's task id, and when it is first looked at. Returns false when another job has that id: then this one has none,
-- and cannot succeed.
drop function public.record_provider_task(uuid, text);
create function public.record_provider_task(p_job_id uuid, p_provider_task_id text, p_look_seconds integer default 30)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.jobs set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.provider_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, private.clock() + make_interval(secs => p_look_seconds)) end
  where job_id = p_job_id;
  delete from private.refusing_providers r using private.provider_tasks t
  where t.job_id = p_job_id and (r.provider in (t.provider, '') or r.refused_at < private.clock() - interval '1 day');
  update private.alerts set is_firing = false, since = now()
  where name = 'provider_refuses' and is_firing and not exists (select from private.refusing_providers);
  return true;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.record_provider_task(uuid, text, integer) from public, anon, authenticated;
grant execute on function public.record_provider_task(uuid, text, integer) to service_role;

-- Records that the answer to a create was lost, and has the job looked for at once.
drop function public.mark_job_unknown(uuid);
create function public.mark_job_unknown(p_job_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  update public.jobs set status = 'unknown' where id = p_job_id and status = 'submitted';
  if found then
    update private.provider_tasks set due_at = least(due_at, private.clock()) where job_id = p_job_id;
  end if;
end $$;
revoke execute on function public.mark_job_unknown(uuid) from public, anon, authenticated;
grant execute on function public.mark_job_unknown(uuid) to service_role;

-- Claims the look of a job that is due: it is due again after p_wait seconds. p_per_second: within the rate of its provider. Returns the
-- job; null when another caller has it, or the rate is used up.
drop function public.claim_job(uuid);
create function public.claim_job(p_job_id uuid, p_wait integer default 30, p_per_second integer default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  its_provider text;
begin
  -- The rate is locked before the job, as everywhere.
  select provider into its_provider from private.provider_tasks where job_id = p_job_id and due_at <= private.clock();
  if not found or (p_per_second is not null and private.take_looks(its_provider, 1, p_per_second) = 0) then
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

-- Records that the provider does not know the task, and asks again soon. Returns for how many seconds that has been so.
drop function public.note_missing_task(uuid);
create function public.note_missing_task(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set task_missing_since = least(coalesce(task_missing_since, private.clock()), private.clock()),
    due_at = case when due_at is not null then least(due_at, private.clock() + interval '10 seconds') end
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - task_missing_since))::integer
$$;
revoke execute on function public.note_missing_task(uuid) from public, anon, authenticated;
grant execute on function public.note_missing_task(uuid) to service_role;

-- Ends a request to cancel at the provider: too late, or without a decision, which is asked for again soon.
drop function public.end_cancel(uuid, boolean);
create function public.end_cancel(p_job_id uuid, p_too_late boolean) returns void language plpgsql set search_path = '' as $$
begin
  if p_too_late then
    update private.credit_holds set cancel_requested_at = null where job_id = p_job_id and state = 'started';
  end if;
  update private.provider_tasks set cancelling_until = null,
    due_at = case when p_too_late or due_at is null then due_at else least(due_at, private.clock() + interval '5 seconds') end
  where job_id = p_job_id;
end $$;
revoke execute on function public.end_cancel(uuid, boolean) from public, anon, authenticated;
grant execute on function public.end_cancel(uuid, boolean) to service_role;

-- Ends a delivery that came to nothing, which puts the next one off; another one, which took the claim over, goes on.
drop function public.end_delivery(uuid, text);
create function public.end_delivery(p_job_id uuid, p_path text) returns void language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks
  set delivering_until = null, delivery_failures = delivery_failures + 1, delivery_failed_at = private.clock()
  where job_id = p_job_id and delivering_path = p_path and delivering_until is not null;
  if found then
    update private.provider_tasks t set due_at = least(t.due_at, private.clock() + make_interval(secs => private.delivery_wait(t)))
    where job_id = p_job_id and due_at is not null;
  end if;
end $$;
revoke execute on function public.end_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.end_delivery(uuid, text) to service_role;

-- Lets one caller at a time store the finished video of an open job, for 45 s, and nobody while the last failure puts it off. Should
-- the caller die, somebody looks at the job right after. Returns where; null for everybody else. No upload outlives 10 minutes.
drop function public.claim_delivery(uuid);
create function public.claim_delivery(p_job_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  video text := p_job_id || '/' || gen_random_uuid() || '.mp4';
begin
  update private.provider_tasks t set delivering_until = moment + interval '45 seconds', delivering_path = video,
    due_at = least(t.due_at, moment + interval '45 seconds')
  where job_id = p_job_id and (delivering_until is null or delivering_until < moment) and private.delivery_wait(t) = 0
    and exists (select 1 from public.jobs where id = p_job_id and finished_at is null);
  if not found then
    return null;
  end if;
  insert into private.files_to_delete (job_id, bucket, path, due_at, uploading_until)
  values (p_job_id, 'videos', video, moment + interval '10 minutes', moment + interval '10 minutes');
  return video;
end $$;
revoke execute on function public.claim_delivery(uuid) from public, anon, authenticated;
grant execute on function public.claim_delivery(uuid) to service_role;

-- Has a job that the provider has finished looked at in so many seconds, or when its delivery should be over: nobody here had time.
create function public.hasten_look(p_job_id uuid, p_seconds integer) returns void language sql set search_path = '' as $$
  update private.provider_tasks
  set due_at = least(due_at, greatest(private.clock() + make_interval(secs => p_seconds), delivering_until))
  where job_id = p_job_id and due_at is not null
$$;
revoke execute on function public.hasten_look(uuid, integer) from public, anon, authenticated;
grant execute on function public.hasten_look(uuid, integer) to service_role;

-- Puts off the next look of a job that runs on, unless it is due soon or delivered by now: its claim was short, should the caller die.
create function public.defer_look(p_job_id uuid, p_seconds integer) returns void language sql set search_path = '' as $$
  update private.provider_tasks set due_at = greatest(due_at, private.clock() + make_interval(secs => p_seconds))
  where job_id = p_job_id and due_at > private.clock() + interval '5 seconds' and delivering_until is null
$$;
revoke execute on function public.defer_look(uuid, integer) from public, anon, authenticated;
grant execute on function public.defer_look(uuid, integer) to service_role;
