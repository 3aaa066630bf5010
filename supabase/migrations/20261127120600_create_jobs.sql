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
  -- Our own copies: paths in the buckets images and videos.
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
  -- The label that the user gives the job.
  title text not null default '' check (char_length(title) <= 100),
  is_starred boolean not null default false,
  -- What the job is generated from.
  input_kind text not null check (input_kind in ('text', 'image', 'frames', 'references', 'extend', 'edit')),
  resolution text,
  -- The video that this one continues or edits, or from whose last frame it starts.
  source_id uuid references public.jobs (id) on delete restrict,
  source_use text check (source_use in ('extend', 'edit', 'frame')),
  -- What the stored file says about its origin. ai, algorithm: in XMP. credentials: in Content Credentials (C2PA). Null: the file
  -- has no label, or was not checked.
  video_mark text check (video_mark in ('ai', 'algorithm', 'credentials')),
  -- Since when its owner may create no link to it, because the administrator took one down.
  sharing_blocked_at timestamptz,
  -- The day of deletion that the owner was told, at least 30 days before; null while the owner was told none.
  expires_at timestamptz,
  constraint jobs_succeeded_has_video check (status <> 'succeeded' or video_path is not null or deleted_at is not null),
  constraint jobs_failed_has_code check (status <> 'failed' or failure_code is not null),
  constraint jobs_deleted_is_finished check (deleted_at is null or finished_at is not null),
  -- Deleted means that nothing of the user's own is left: no prompt, no sentence of a provider that may quote it, no path.
  constraint jobs_deleted_is_empty check (deleted_at is null
    or (prompt = '' and negative_prompt = '' and failure_message is null and image_path is null and video_path is null)),
  constraint jobs_deleted_has_no_label check (deleted_at is null or (title = '' and not is_starred)),
  constraint jobs_source_is_complete check (num_nulls(source_id, source_use) in (0, 2)),
  constraint jobs_deleted_has_no_source check (deleted_at is null or source_id is null)
);
-- Newest first by time and id, so that a page starts exactly where the last one ended.
create index jobs_library_idx on public.jobs (user_id, created_at desc, id desc);
-- A user's open jobs are few: counting them must not read the finished ones.
create index jobs_user_open_idx on public.jobs (user_id) where finished_at is null;
create index jobs_model_idx on public.jobs (model);
create index jobs_open_idx on public.jobs (created_at) where status in ('submitted', 'running', 'unknown');
create index jobs_source_id_idx on public.jobs (source_id);
-- What jobs of a model take is read from its newest jobs.
create index jobs_estimate_idx on public.jobs (model, length_seconds, finished_at desc) where status = 'succeeded';
create index jobs_expires_at_idx on public.jobs (expires_at) where expires_at is not null and deleted_at is null;
alter table public.jobs enable row level security;
revoke all on public.jobs from anon, authenticated, service_role;
grant select on public.jobs to authenticated;
grant select, insert, update on public.jobs to service_role;
create policy jobs_select_own on public.jobs for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);

-- What the provider knows the job by: never shown to a browser. A job belongs to the provider that accepted it. Before a provider is
-- asked, its name stands here.
create table private.provider_tasks (
  job_id uuid primary key references public.jobs (id) on delete restrict,
  provider text not null,
  -- sha-256 of the request: the same job id with another request is refused.
  request_hash text not null,
  provider_task_id text,
  -- Somebody fetches the finished file until then.
  delivering_until timestamptz,
  -- A caller asks the provider to cancel until then. One at a time, so that all get one answer.
  canceling_until timestamptz,
  -- When the sweep has something to do for the job; null once it has ended. After its start a job is left to its creator for two
  -- minutes: longer than any create request is waited for.
  due_at timestamptz default now() + interval '2 minutes',
  delivering_path text,
  -- When the finished file was first found missing.
  file_missing_since timestamptz,
  -- When the provider first said that it does not know the task. After two such answers the task is lost, and no video will come.
  task_missing_since timestamptz,
  -- What a provider says that the task cost, in what it counts in (usd, its own credits or units): for the administrator.
  cost numeric check (cost >= 0),
  cost_unit text,
  costed_at timestamptz,
  -- Deliveries of this job that came to nothing, and when the last one did.
  delivery_failures integer not null default 0,
  delivery_failed_at timestamptz,
  -- Jobs before it in the provider's queue; null where the provider doesn't say.
  ahead integer,
  -- 0 to 1; null where the provider doesn't say.
  progress numeric(4, 3),
  constraint provider_tasks_cost_is_complete check (num_nulls(cost, cost_unit, costed_at) in (0, 3))
);
-- A task is of one job: a provider that returns an id a second time would have its later job deliver another user's video.
create unique index provider_tasks_provider_task_key on private.provider_tasks (provider, provider_task_id)
  where provider_task_id is not null;
create index provider_tasks_due_idx on private.provider_tasks (due_at) where due_at is not null;
create index provider_tasks_costed_idx on private.provider_tasks (costed_at desc) where costed_at is not null;
create index provider_tasks_delivery_failed_at_idx on private.provider_tasks (delivery_failed_at) where delivery_failed_at is not null;
alter table private.provider_tasks enable row level security;
grant select, insert, update on private.provider_tasks to service_role;

-- Ends the task of a finished job, so that it is never due again. Locks go from hold to account to job to task, as everywhere.
create function private.clear_due_at() returns trigger language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks set due_at = null where job_id = new.id;
  return null;
end $$;
revoke execute on function private.clear_due_at() from public;
create trigger jobs_clear_due_at after update of finished_at on public.jobs
  for each row when (new.finished_at is not null) execute function private.clear_due_at();

-- Returns the job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them. The
-- seconds of a finished job have stopped. missing_file_seconds: null unless its file was found missing. No function is called more
-- often: PL/pgSQL keeps its plan, which SQL would make anew at each call.
create function private.job_record(p_job_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  moment timestamptz := private.clock();
begin
  return (
    select to_jsonb(j) || jsonb_build_object(
      'image_path', coalesce(j.image_path, (
        select p.path from private.job_images jp join private.images p on p.id = jp.image_id
        where jp.job_id = j.id and jp.role = 'first')),
      'source_id', s.id, 'source_path', s.video_path,
      'images', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'role', jp.role, 'path', p.path) order by jp.position)
        from private.job_images jp join private.images p on p.id = jp.image_id where jp.job_id = j.id), '[]'::jsonb),
      'created_at', to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'finished_at', to_char(j.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'provider', t.provider, 'provider_task_id', t.provider_task_id, 'request_hash', t.request_hash,
      'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
      'cancel_requested', h.cancel_requested_at is not null,
      'task_missing', t.task_missing_since is not null,
      'ahead', t.ahead, 'progress', t.progress,
      'is_check_due', coalesce(t.due_at <= moment and (t.delivering_until is null or t.delivering_until < moment), false),
      'is_delivering', j.finished_at is null and coalesce(t.delivering_until >= moment, false),
      'delivery_failures', t.delivery_failures,
      'delivery_failed_seconds', floor(extract(epoch from moment - t.delivery_failed_at))::integer,
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

-- Takes the hold if there is none, checks that the request is what was held, and stores the request. Only the caller that gets
-- 'started' may call the provider. p_api_key_id: the same as for hold_credits.
-- outcome: started | exists | too_many_open | no_image | no_source | those of hold_credits; job when there is one, else settlement.
-- too_many_open: unconfirmed, the open jobs of which no provider said that it took them, and the age of the oldest in seconds.
-- A refused start releases the hold of an earlier request. A hold of its own is undone: it leaves no entry in the ledger, and the
-- job id can be used again.
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer,
  p_api_key_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  input jsonb := p_request->'input';
  held jsonb;
  has_images boolean;
  hold private.credit_holds;
  job jsonb;
  refusal jsonb;
begin
  job := private.job_record(p_job_id);
  if job is not null then
    return case when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else private.describe_mismatch(p_job_id, p_user_id) end;
  end if;
  -- Before all other locks: a function that has locked a job never waits for an image.
  has_images := private.lock_images(p_user_id, p_request->'images');
  begin
    held := public.hold_credits(p_user_id, p_job_id, 'video_generation',
      coalesce(p_request->>'source', p_request->>'model'), p_price, p_request->>'description',
      p_api_key_id => p_api_key_id);
    if held->>'outcome' in ('key_mismatch', 'price_changed') then
      -- hold_credits has locked the hold. An open hold of this user for another request is released now, and its key is spent.
      perform private.settle_hold(h.job_id, 'release') from private.credit_holds h
      where h.job_id = p_job_id and h.user_id = p_user_id and h.state = 'open'
        and (p_api_key_id is null or h.api_key_id = p_api_key_id);
      held := held || jsonb_build_object('settlement', private.get_settlement(p_job_id, p_user_id));
    end if;
    if held->>'outcome' not in ('held', 'exists') then
      return held;
    end if;
    select * into strict hold from private.credit_holds where job_id = p_job_id for update;
    if hold.state <> 'open' then
      -- Another request started the job between the first read and the lock.
      job := private.job_record(p_job_id);
      return case when job->>'request_hash' = p_request_hash
        then jsonb_build_object('outcome', 'exists', 'job', job)
        else private.describe_mismatch(p_job_id, p_user_id) end;
    end if;
    -- One at a time per user, so that two starts cannot both be the last one allowed.
    perform 1 from private.credit_accounts where user_id = p_user_id for update;
    if (select count(*) from public.jobs where user_id = p_user_id and finished_at is null) >= p_max_open then
      select jsonb_build_object('outcome', 'too_many_open', 'unconfirmed', count(*),
        'unconfirmed_seconds', floor(extract(epoch from private.clock() - min(created_at)))::integer)
      into refusal from public.jobs where user_id = p_user_id and finished_at is null and status = 'unknown';
    elsif p_request->>'source_id' is not null and not exists (
      select from public.jobs
      where id = (p_request->>'source_id')::uuid and user_id = p_user_id and status = 'succeeded' and deleted_at is null)
    then
      refusal := jsonb_build_object('outcome', 'no_source');
    elsif not has_images then
      refusal := jsonb_build_object('outcome', 'no_image');
    elsif not private.reserve_budget(p_job_id) then
      refusal := jsonb_build_object('outcome', 'budget_reached', 'retry_after_seconds', private.seconds_to_midnight());
    end if;
    if refusal is not null and held->>'outcome' = 'held' then
      raise exception 'start refused' using errcode = 'SR409';
    end if;
  exception when sqlstate 'SR409' then
    return refusal || jsonb_build_object('settlement', 'none');
  end;
  if refusal is not null then
    return refusal || jsonb_build_object('settlement', private.settle_hold(p_job_id, 'release'));
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.jobs (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed,
    generate_audio, image_path, input_kind, resolution, source_id, source_use)
  values (p_job_id, p_user_id, split_part(hold.source, ':', 1), hold.amount, p_request->>'mode',
    input->>'prompt', input->>'negativePrompt', (input->>'length')::integer, input->>'aspectRatio', (input->>'seed')::integer,
    (input->>'generateAudio')::boolean, p_request->>'image_path', p_request->>'input_kind', p_request->>'resolution',
    (p_request->>'source_id')::uuid, p_request->>'source_use');
  insert into private.provider_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  if p_request->>'image_path' is not null then
    perform private.list_upload(p_job_id, 'images', p_request->>'image_path');
  end if;
  insert into private.job_images (job_id, position, role, image_id)
  select p_job_id, wanted.position, wanted.image->>'role', (wanted.image->>'id')::uuid
  from jsonb_array_elements(coalesce(p_request->'images', '[]')) with ordinality as wanted (image, position);
  -- Locked above. Only a job that starts renews their day: a refused one costs nothing, and could be repeated without end.
  update private.images set used_at = private.clock() where id in (select image_id from private.job_images where job_id = p_job_id);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) to service_role;

-- Settles the job by its first outcome: p_video (path, duration_seconds, bytes, mark) captures, a failure code releases. Takes a
-- captured video off the list of files to delete. Returns the job as it stands, and has_messages: whether messages to webhooks of
-- its user are due.
create function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  settlement text;
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  settlement := private.settle_hold(p_job_id, case when p_video is null then 'release' else 'capture' end);
  if p_video is not null and settlement = 'captured' then
    update public.jobs set status = 'succeeded', video_path = p_video->>'path',
      video_duration_seconds = (p_video->>'duration_seconds')::numeric, video_bytes = (p_video->>'bytes')::bigint,
      video_mark = p_video->>'mark', finished_at = now()
    where id = p_job_id and finished_at is null;
    delete from private.files_to_delete f using public.jobs j
    where j.id = p_job_id and f.job_id = p_job_id and f.bucket = 'videos' and f.path = j.video_path;
  elsif p_video is null and settlement = 'released' then
    update public.jobs set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id) || jsonb_build_object('has_messages', exists (
    select from private.webhook_deliveries where job_id = p_job_id and due_at is not null));
end $$;
revoke execute on function public.settle_job(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.settle_job(uuid, jsonb, text, text) to service_role;

-- Returns the owner's job, or null for an unknown id, a deleted job, and another user's job.
create function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  job jsonb := private.job_record(p_job_id);
begin
  return case when (job->>'user_id')::uuid = p_user_id and job->>'deleted_at' is null then job end;
end $$;
revoke execute on function public.get_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid) to service_role;

-- Records what the provider said that this job cost. The last value stands.
create function public.record_cost(p_job_id uuid, p_cost numeric, p_unit text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set cost = p_cost, cost_unit = p_unit, costed_at = now() where job_id = p_job_id
$$;
revoke execute on function public.record_cost(uuid, numeric, text) from public, anon, authenticated;
grant execute on function public.record_cost(uuid, numeric, text) to service_role;
