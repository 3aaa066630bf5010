-- A job: what the user asked for and what became of it. Its id is the job id of its hold and the taskId of the gateway.
create table public.jobs (
  id uuid primary key references private.credit_holds (job_id) on delete restrict,
  user_id uuid not null references auth.users (id) on delete restrict,
  model text not null references private.model_prices (model) on delete restrict,
  credits integer not null check (credits > 0),
  mode text not null check (mode in ('text', 'image')),
  prompt text not null default '',
  negative_prompt text not null default '',
  length_seconds integer not null check (length_seconds between 1 and 60),
  aspect_ratio text not null,
  seed integer not null check (seed between 0 and 999),
  generate_audio boolean not null,
  -- submitted: stored, the provider is being called. running: the provider has it. unknown: the provider's answer was lost.
  status text not null default 'submitted' check (status in ('submitted', 'running', 'unknown', 'succeeded', 'failed')),
  failure_code text,
  failure_message text,
  -- Our own copies: paths in the buckets pictures (of images) and videos.
  image_path text,
  video_path text,
  video_duration_seconds numeric(8, 3),
  video_bytes bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The row of a deleted job stays for the ledger's sake.
  deleted_at timestamptz,
  -- Whether the provider still queues the job, as it said when it was last asked.
  queued boolean not null default true,
  constraint jobs_succeeded_has_video check (status <> 'succeeded' or video_path is not null or deleted_at is not null),
  constraint jobs_failed_has_code check (status <> 'failed' or failure_code is not null),
  constraint jobs_deleted_is_finished check (deleted_at is null or finished_at is not null),
  -- Deleted means that nothing of the user's own is left: no prompt, no sentence of a provider that may quote it, no path.
  constraint jobs_deleted_is_empty check (deleted_at is null
    or (prompt = '' and negative_prompt = '' and failure_message is null and image_path is null and video_path is null))
);
-- Newest first by time and id, so that a page starts exactly where the last one ended.
create index jobs_library_idx on public.jobs (user_id, created_at desc, id desc);
-- A user's open jobs are few: counting them must not read the finished ones.
create index jobs_user_open_idx on public.jobs (user_id) where finished_at is null;
create index jobs_model_idx on public.jobs (model);
create index jobs_open_idx on public.jobs (created_at) where status in ('submitted', 'running', 'unknown');
alter table public.jobs enable row level security;
revoke all on public.jobs from anon, authenticated, service_role;
grant select on public.jobs to authenticated;
grant select, insert, update on public.jobs to service_role;
create policy jobs_select_own on public.jobs for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);

-- What the provider knows the job by: never shown to a browser.
create table private.provider_tasks (
  job_id uuid primary key references public.jobs (id) on delete restrict,
  provider text not null,
  -- sha-256 of the request: the same job id with another request is refused.
  request_hash text not null,
  provider_task_id text,
  -- Somebody fetches the finished file until then.
  delivering_until timestamptz,
  -- Somebody asks the provider to stop until then: one at a time, so that all get one answer.
  cancelling_until timestamptz,
  -- When the sweep has something to do for the job; null once it has ended. After its start a job is left to its creator for two
  -- minutes: longer than any create is waited for.
  due_at timestamptz default now() + interval '2 minutes',
  delivering_path text,
  -- When the finished file was first found missing.
  file_missing_since timestamptz,
  -- When the provider first said that it does not know the task. One that says so twice has forgotten it, and it will not come.
  task_missing_since timestamptz,
  -- What a provider says that the task cost, in what it counts in (usd, its own credits or units): for the administrator.
  cost numeric check (cost >= 0),
  cost_unit text,
  costed_at timestamptz,
  -- Deliveries of this job that came to nothing, and when the last one did.
  delivery_failures integer not null default 0,
  delivery_failed_at timestamptz,
  constraint provider_tasks_cost_is_whole check (num_nulls(cost, cost_unit, costed_at) in (0, 3))
);
-- A task is of one job: a provider that returns an id a second time would have its later job deliver another user's video.
create unique index provider_tasks_provider_task_key on private.provider_tasks (provider, provider_task_id)
  where provider_task_id is not null;
create index provider_tasks_due_idx on private.provider_tasks (due_at) where due_at is not null;
create index provider_tasks_costed_idx on private.provider_tasks (costed_at desc) where costed_at is not null;
create index provider_tasks_delivery_failed_at_idx on private.provider_tasks (delivery_failed_at) where delivery_failed_at is not null;
alter table private.provider_tasks enable row level security;
grant select, insert, update on private.provider_tasks to service_role;

-- Ends the task of a job that has ended: it is due no more. Locks go from hold to account to job to task, as everywhere.
create function private.end_due() returns trigger language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks set due_at = null where job_id = new.id;
  return null;
end $$;
revoke execute on function private.end_due() from public;
create trigger jobs_end_due after update of finished_at on public.jobs
  for each row when (new.finished_at is not null) execute function private.end_due();

-- Returns the seconds until this job may be delivered again; 0: now. Each delivery that came to nothing puts the next one off by 5 s,
-- twice as long each time, and at most 2 minutes. A file that is missing is asked for once more after exactly the 5 minutes at which
-- that is believed. A failure from the future, before the clock was set back, puts nothing off.
create function private.delivery_wait(task private.provider_tasks) returns integer language sql stable set search_path = '' as $$
  select case when due > moment and task.delivery_failed_at <= moment then ceil(extract(epoch from due - moment))::integer else 0 end
  from (select least(
    task.delivery_failed_at + least(120, 5 * 2 ^ least(task.delivery_failures - 1, 10)) * interval '1 second',
    case when task.file_missing_since + interval '5 minutes' > task.delivery_failed_at
      then task.file_missing_since + interval '5 minutes' end) as due, private.clock() as moment) as next
$$;
revoke execute on function private.delivery_wait(private.provider_tasks) from public;
grant execute on function private.delivery_wait(private.provider_tasks) to service_role;

-- Returns the job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them; the
-- seconds of a finished job have stopped. missing_file_seconds: null unless its file was found missing.
create function private.job_record(p_job_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(j) || jsonb_build_object(
    'created_at', to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(j.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', t.provider, 'provider_task_id', t.provider_task_id, 'request_hash', t.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'cancel_requested', h.cancel_requested_at is not null,
    'task_missing', t.task_missing_since is not null,
    'delivery_failures', t.delivery_failures,
    'delivery_wait_seconds', private.delivery_wait(t),
    'missing_file_seconds', floor(extract(epoch from private.clock() - t.file_missing_since))::integer,
    'elapsed_seconds', greatest(0, floor(extract(epoch from coalesce(j.finished_at, private.clock()) - j.created_at)))::integer)
  from public.jobs j
  join private.provider_tasks t on t.job_id = j.id
  join private.credit_holds h on h.job_id = j.id
  where j.id = p_job_id
$$;
revoke execute on function private.job_record(uuid) from public;
grant execute on function private.job_record(uuid) to service_role;

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step after which
-- the provider may be called, and only by the caller that got 'started'.
-- outcome: started | exists | too_many_open | as hold_credits; job when there is one. With budget_reached, released says that there
-- was a hold and that it was given back.
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  held jsonb;
  hold private.credit_holds;
  job jsonb;
begin
  job := private.job_record(p_job_id);
  if job is not null then
    return case when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  held := public.hold_credits(p_user_id, p_job_id, 'video_generation', p_request->>'model', p_price, p_request->>'description');
  if held->>'outcome' = 'key_mismatch' then
    -- hold_credits has locked it. Open, it was held for something else and nobody else's: it goes back now, and its key is spent.
    perform private.settle_hold(h.job_id, 'release') from private.credit_holds h
    where h.job_id = p_job_id and h.user_id = p_user_id and h.state = 'open';
  end if;
  if held->>'outcome' not in ('held', 'exists') then
    return held;
  end if;
  select * into strict hold from private.credit_holds where job_id = p_job_id for update;
  if hold.state <> 'open' then
    -- Between the first look and the lock another request started it.
    job := private.job_record(p_job_id);
    return case when job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  -- One at a time per user, so that two starts cannot both be the last one allowed.
  perform 1 from private.credit_accounts where user_id = p_user_id for update;
  if (select count(*) from public.jobs where user_id = p_user_id and finished_at is null) >= p_max_open then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'too_many_open');
  end if;
  if not private.take_budget(p_job_id) then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'budget_reached', 'released', true, 'retry_after_seconds', private.seconds_to_midnight());
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.jobs (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed,
    generate_audio, image_path)
  values (p_job_id, p_user_id, hold.source, hold.amount, p_request->>'mode', p_request->>'prompt', p_request->>'negative_prompt',
    (p_request->>'length_seconds')::integer, p_request->>'aspect_ratio', (p_request->>'seed')::integer,
    (p_request->>'generate_audio')::boolean, p_request->>'image_path');
  insert into private.provider_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer) to service_role;

-- Records the provider's task id. Returns false when another job has that id: then this one has none, and cannot succeed.
create function public.record_provider_task(p_job_id uuid, p_provider_task_id text)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.jobs set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.provider_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, now() + interval '30 seconds') end
  where job_id = p_job_id;
  update private.alerts set is_firing = false, since = now() where name = 'provider_refuses' and is_firing;
  return true;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.record_provider_task(uuid, text) from public, anon, authenticated;
grant execute on function public.record_provider_task(uuid, text) to service_role;

-- Marks a job whose provider's answer was lost: it may or may not run there, so it is never created again and waits for the deadline.
create function public.mark_job_unknown(p_job_id uuid) returns void language sql set search_path = '' as $$
  update public.jobs set status = 'unknown' where id = p_job_id and status = 'submitted'
$$;
revoke execute on function public.mark_job_unknown(uuid) from public, anon, authenticated;
grant execute on function public.mark_job_unknown(uuid) to service_role;

-- Records that the provider has the task, waiting in its queue or running.
create function public.note_queued(p_job_id uuid, p_queued boolean) returns void language sql set search_path = '' as $$
  update public.jobs set queued = p_queued where id = p_job_id and finished_at is null;
  update private.provider_tasks set task_missing_since = null where job_id = p_job_id
$$;
revoke execute on function public.note_queued(uuid, boolean) from public, anon, authenticated;
grant execute on function public.note_queued(uuid, boolean) to service_role;

-- Records what the provider said that this job cost. What it says last stands.
create function public.note_cost(p_job_id uuid, p_cost numeric, p_unit text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set cost = p_cost, cost_unit = p_unit, costed_at = now() where job_id = p_job_id
$$;
revoke execute on function public.note_cost(uuid, numeric, text) from public, anon, authenticated;
grant execute on function public.note_cost(uuid, numeric, text) to service_role;

-- Records that the provider knows no such task. Returns for how many seconds it has said so.
create function public.note_missing_task(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set task_missing_since = least(coalesce(task_missing_since, private.clock()), private.clock())
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - task_missing_since))::integer
$$;
revoke execute on function public.note_missing_task(uuid) from public, anon, authenticated;
grant execute on function public.note_missing_task(uuid) to service_role;

-- Settles the job by its first outcome: p_video (path, duration_seconds, bytes) captures, a failure code releases. A captured video
-- is no longer to be deleted. Returns the job as it stands.
create function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  settlement text;
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  settlement := private.settle_hold(p_job_id, case when p_video is null then 'release' else 'capture' end);
  if p_video is not null and settlement = 'captured' then
    update public.jobs set status = 'succeeded', video_path = p_video->>'path',
      video_duration_seconds = (p_video->>'duration_seconds')::numeric, video_bytes = (p_video->>'bytes')::bigint, finished_at = now()
    where id = p_job_id and finished_at is null;
    delete from private.files_to_delete f using public.jobs j
    where j.id = p_job_id and f.job_id = p_job_id and f.bucket = 'videos' and f.path = j.video_path;
  elsif p_video is null and settlement = 'released' then
    update public.jobs set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id);
end $$;
revoke execute on function public.settle_job(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.settle_job(uuid, jsonb, text, text) to service_role;
