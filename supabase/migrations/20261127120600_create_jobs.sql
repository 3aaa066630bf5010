-- A job, with the user's request and its outcome. Its ID is the job ID of its hold, and the taskId in the API.
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
  -- submitted: stored, and the provider is being called. running: the provider accepted it. unknown: the provider's
  -- response was lost.
  status text not null default 'submitted' check (status in ('submitted', 'running', 'unknown', 'succeeded', 'failed')),
  failure_code text,
  failure_message text,
  -- Paths of our own copies, in the buckets images and videos.
  image_path text,
  video_path text,
  video_duration_seconds numeric(8, 3),
  video_bytes bigint,
  -- The size of its picture in pixels, as its file says.
  video_width integer,
  video_height integer,
  -- The poster: a frame of the video in the bucket videos, at a random path. Null until it is stored.
  poster_path text,
  poster_width integer,
  poster_height integer,
  poster_bytes integer,
  -- The peaks of the sound, 0 to 100; none for silence. Null until they are stored.
  peaks smallint[],
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- A deleted job keeps its row, because the ledger refers to it.
  deleted_at timestamptz,
  -- Whether the job was in the provider's queue at the last status check.
  queued boolean not null default true,
  -- The title and the star that the user gave the job.
  title text not null default '' check (char_length(title) <= 100),
  is_starred boolean not null default false,
  -- The kind of input.
  input_kind text not null check (input_kind in ('text', 'image', 'frames', 'references', 'extend', 'edit', 'upscale')),
  resolution text,
  -- The video that this job extends, edits, or upscales, or whose last frame it starts from.
  source_id uuid references public.jobs (id) on delete restrict,
  source_use text check (source_use in ('extend', 'edit', 'upscale', 'frame')),
  -- The origin that the stored file declares. ai, algorithm: in XMP. credentials: in Content Credentials (C2PA). Null
  -- if the file has no label, or wasn't checked.
  video_mark text check (video_mark in ('ai', 'algorithm', 'credentials')),
  -- The time since which the owner can't create links, because the administrator took one down.
  sharing_blocked_at timestamptz,
  -- The expiry that was announced to the owner at least 30 days before. Null before the announcement.
  expires_at timestamptz,
  -- What a search reads: Unicode's form NFC finds `é` and Hangul however they were typed. The title and the prompt stay as typed,
  -- because the provider gets the user's own text. A search that normalized every row would take over four times as long.
  search_text text not null generated always as (lower(normalize(title || E'\n' || prompt, nfc))) stored,
  constraint jobs_succeeded_has_video check (status <> 'succeeded' or video_path is not null or deleted_at is not null),
  constraint jobs_failed_has_code check (status <> 'failed' or failure_code is not null),
  constraint jobs_deleted_is_finished check (deleted_at is null or finished_at is not null),
  -- A deleted job keeps no user data: no prompt, no path, and no provider's message, which could quote the prompt.
  constraint jobs_deleted_is_empty check (deleted_at is null
    or (prompt = '' and negative_prompt = '' and failure_message is null and image_path is null and video_path is null)),
  constraint jobs_poster_is_complete check (num_nulls(poster_path, poster_width, poster_height, poster_bytes) in (0, 4)),
  constraint jobs_poster_is_small check (poster_width between 1 and 640 and poster_height between 1 and 640
    and poster_bytes between 1 and 40960),
  constraint jobs_peaks_are_levels check (cardinality(peaks) in (0, 160) and 0 <= all (peaks) and 100 >= all (peaks)),
  constraint jobs_deleted_has_no_poster check (deleted_at is null or (poster_path is null and peaks is null)),
  constraint jobs_deleted_has_no_label check (deleted_at is null or (title = '' and not is_starred)),
  constraint jobs_source_is_complete check (num_nulls(source_id, source_use) in (0, 2)),
  constraint jobs_deleted_has_no_source check (deleted_at is null or source_id is null)
);
-- Newest first by time and ID, so that a page starts exactly after the previous one.
create index jobs_library_idx on public.jobs (user_id, created_at desc, id desc);
-- Counts a user's few open jobs without reading the finished ones.
create index jobs_user_open_idx on public.jobs (user_id) where finished_at is null;
create index jobs_model_idx on public.jobs (model);
create index jobs_open_idx on public.jobs (created_at) where status in ('submitted', 'running', 'unknown');
create index jobs_source_id_idx on public.jobs (source_id);
create index jobs_expires_at_idx on public.jobs (expires_at) where expires_at is not null and deleted_at is null;
alter table public.jobs enable row level security;
revoke all on public.jobs from anon, authenticated, service_role;
grant select on public.jobs to authenticated;
grant select, insert, update on public.jobs to service_role;
create policy jobs_select_own on public.jobs for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);

-- The provider's data about a job, never shown to a browser. A job belongs to the provider that accepted it. The
-- provider's name is stored before the provider is called.
create table private.provider_tasks (
  job_id uuid primary key references public.jobs (id) on delete restrict,
  provider text not null,
  -- The SHA-256 of the request. The same job ID with another request is refused.
  request_hash text not null,
  provider_task_id text,
  -- The end of the current delivery's claim.
  delivering_until timestamptz,
  -- The end of the current claim to cancel at the provider. Only one caller cancels at a time, so that all get the same
  -- result.
  canceling_until timestamptz,
  -- The time when the sweep should check the job. Null once the job has ended. For the first two minutes, only the
  -- creator handles the job. That is longer than the timeout of a create request.
  due_at timestamptz default now() + interval '2 minutes',
  delivering_path text,
  -- The time when the finished file was first found missing.
  file_missing_since timestamptz,
  -- The time when the provider first reported the task as unknown. After a second report, the task counts as lost.
  task_missing_since timestamptz,
  -- The last time when the provider said that the job was running, or sent its webhook. Null before.
  unfinished_at timestamptz,
  -- The cost that the provider reported, in its unit (usd, or its own credits or units). For the administrator.
  cost numeric check (cost >= 0),
  cost_unit text,
  costed_at timestamptz,
  -- The number of failed deliveries, and the time of the last one.
  delivery_failures integer not null default 0,
  delivery_failed_at timestamptz,
  -- The jobs before this one in the provider's queue. Null if unknown.
  ahead integer,
  -- The completed share, 0 to 1. Null if unknown.
  progress numeric(4, 3),
  constraint provider_tasks_cost_is_complete check (num_nulls(cost, cost_unit, costed_at) in (0, 3))
);
-- A task belongs to one job. If a provider returned an ID twice, the later job would otherwise deliver another user's
-- video.
create unique index provider_tasks_provider_task_key on private.provider_tasks (provider, provider_task_id)
  where provider_task_id is not null;
create index provider_tasks_due_idx on private.provider_tasks (due_at) where due_at is not null;
create index provider_tasks_costed_idx on private.provider_tasks (costed_at desc) where costed_at is not null;
create index provider_tasks_delivery_failed_at_idx on private.provider_tasks (delivery_failed_at) where delivery_failed_at is not null;
alter table private.provider_tasks enable row level security;
grant select, insert, update on private.provider_tasks to service_role;

-- Clears due_at when a job ends. Locks are taken in the order hold, account, job, task everywhere.
create function private.clear_due_at() returns trigger language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks set due_at = null where job_id = new.id;
  return null;
end $$;
revoke execute on function private.clear_due_at() from public;
create trigger jobs_clear_due_at after update of finished_at on public.jobs
  for each row when (new.finished_at is not null) execute function private.clear_due_at();

-- Returns the job for the API and the library, or null. Times are in UTC with microseconds, for cursors.
-- elapsed_seconds of a finished job is its duration. missing_file_seconds is null unless the file was found missing.
-- This function runs most often. PL/pgSQL caches the plan of its query, but SQL would plan each call.
create function private.job_record(p_job_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  moment timestamptz := private.clock();
begin
  return (
    select to_jsonb(j) || jsonb_build_object(
      'image_path', coalesce(j.image_path, (
        select p.path from private.job_files jp join private.files p on p.id = jp.file_id
        where jp.job_id = j.id and jp.role = 'first')),
      'source_id', s.id, 'source_path', s.video_path,
      'images', coalesce((
        select jsonb_agg(
          jsonb_build_object('id', p.id, 'role', jp.role, 'path', p.path, 'seconds', p.seconds, 'member_id', jp.member_id)
          order by jp.position)
        from private.job_files jp join private.files p on p.id = jp.file_id where jp.job_id = j.id), '[]'::jsonb),
      'cast', coalesce((
        select jsonb_agg(jsonb_build_object('id', c.member_id, 'name', c.name, 'current_name', m.name) order by c.position)
        from private.job_cast c left join private.cast_members m on m.id = c.member_id where c.job_id = j.id), '[]'::jsonb),
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

-- Completes a request to upscale: an upscaled video has its source's prompt and settings, and its price is that of the
-- shortest step that holds the source (upscale.steps). A length is rounded, as in findDuration of the contract. Its sound
-- is the source's (upscale.silent: see list_jobs). Returns outcome: ready, with the request | no_source |
-- upscaled_already | source_too_long, with max, the seconds of the longest step.
create function private.plan_upscale(p_user_id uuid, p_request jsonb) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  source public.jobs;
  provider text;
  steps jsonb := p_request->'upscale'->'steps';
  step jsonb;
begin
  select * into source from public.jobs
  where id = (p_request->>'source_id')::uuid and user_id = p_user_id and status = 'succeeded' and deleted_at is null;
  if not found then
    return jsonb_build_object('outcome', 'no_source');
  elsif source.input_kind = 'upscale' then
    return jsonb_build_object('outcome', 'upscaled_already');
  end if;
  select s into step from jsonb_array_elements(steps) with ordinality as listed (s, place)
  where (s->>'seconds')::integer >= round(source.video_duration_seconds) order by place limit 1;
  if step is null then
    return jsonb_build_object('outcome', 'source_too_long', 'max', (steps->-1->>'seconds')::integer);
  end if;
  select t.provider into provider from private.provider_tasks t where t.job_id = source.id;
  return jsonb_build_object('outcome', 'ready', 'request', p_request || jsonb_build_object(
    'source', step->>'source',
    'title', source.title,
    'input', jsonb_build_object(
      'prompt', source.prompt, 'negativePrompt', source.negative_prompt, 'aspectRatio', source.aspect_ratio, 'seed', source.seed,
      'length', greatest(1, round(source.video_duration_seconds))::integer,
      'generateAudio', source.generate_audio
        and not p_request->'upscale'->'silent' ? concat_ws('/', provider, source.model, source.input_kind))));
end $$;
revoke execute on function private.plan_upscale(uuid, jsonb) from public;
grant execute on function private.plan_upscale(uuid, jsonb) to service_role;

-- Returns what start_job answers for a job that exists already: exists, or key_mismatch for another request. Null if there is none.
create function private.repeat_start(p_user_id uuid, p_job_id uuid, p_request_hash text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  job jsonb := private.job_record(p_job_id);
begin
  return case when job is null then null
    when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
    else private.describe_mismatch(p_job_id, p_user_id) end;
end $$;
revoke execute on function private.repeat_start(uuid, uuid, text) from public;
grant execute on function private.repeat_start(uuid, uuid, text) to service_role;

-- Releases this user's open hold of a refused start. Its job ID can't be used again. p_api_key_id: see hold_credits.
create function private.release_open_hold(p_user_id uuid, p_job_id uuid, p_api_key_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  perform private.settle_hold(h.job_id, 'release') from private.credit_holds h
  where h.job_id = p_job_id and h.user_id = p_user_id and h.state = 'open'
    and (p_api_key_id is null or h.api_key_id = p_api_key_id);
end $$;
revoke execute on function private.release_open_hold(uuid, uuid, uuid) from public;
grant execute on function private.release_open_hold(uuid, uuid, uuid) to service_role;

-- Creates the hold if there is none, checks the request against the hold, and stores the request. Only the caller that
-- receives 'started' may call the provider.
-- p_api_key_id: see hold_credits.
-- outcome: started | exists | words_refused | suspended | too_many_open | no_image | no_source | cast_changed | those of
-- hold_credits and plan_upscale. Also returns job, or settlement without a job. For too_many_open, unconfirmed is the number
-- of open jobs that no provider confirmed. unconfirmed_seconds is the age of the oldest.
-- A refused start releases the hold of an earlier request. A hold of this call is undone without a ledger entry, and
-- its job ID can be used again.
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer,
  p_api_key_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  request jsonb := p_request;
  planned jsonb;
  held jsonb;
  has_files boolean;
  hold private.credit_holds;
  repeated jsonb := private.repeat_start(p_user_id, p_job_id, p_request_hash);
  refusal jsonb;
begin
  if repeated is not null then
    return repeated;
  end if;
  -- The prompt, folded for refuse_words. An upscaled video has none.
  if private.refuse_words(p_request->>'folded_prompt') then
    perform private.release_open_hold(p_user_id, p_job_id, p_api_key_id);
    return coalesce(private.repeat_start(p_user_id, p_job_id, p_request_hash),
      jsonb_build_object('outcome', 'words_refused', 'settlement', private.get_settlement(p_job_id, p_user_id)));
  end if;
  if p_request->>'input_kind' = 'upscale' then
    planned := private.plan_upscale(p_user_id, p_request);
    if planned->>'outcome' <> 'ready' then
      perform private.release_open_hold(p_user_id, p_job_id, p_api_key_id);
      -- Another request may have started the job before the lock, and the source was deleted since.
      return coalesce(private.repeat_start(p_user_id, p_job_id, p_request_hash),
        planned || jsonb_build_object('settlement', private.get_settlement(p_job_id, p_user_id)));
    end if;
    request := planned->'request';
  end if;
  -- The members of the cast that the prompt names: see lock_cast.
  if not private.lock_cast(p_user_id, p_request->'cast') then
    perform private.release_open_hold(p_user_id, p_job_id, p_api_key_id);
    return coalesce(private.repeat_start(p_user_id, p_job_id, p_request_hash),
      jsonb_build_object('outcome', 'cast_changed', 'settlement', private.get_settlement(p_job_id, p_user_id)));
  end if;
  -- Locked before everything else but the cast, because a function that has locked a job must never wait for a file.
  has_files := private.lock_files(p_user_id, p_request->'images');
  begin
    held := public.hold_credits(p_user_id, p_job_id, 'video_generation',
      coalesce(request->>'source', request->>'model'), p_price, request->>'description',
      p_api_key_id => p_api_key_id);
    if held->>'outcome' in ('key_mismatch', 'price_changed') then
      perform private.release_open_hold(p_user_id, p_job_id, p_api_key_id);
      held := held || jsonb_build_object('settlement', private.get_settlement(p_job_id, p_user_id));
    end if;
    if held->>'outcome' not in ('held', 'exists') then
      return held;
    end if;
    select * into strict hold from private.credit_holds where job_id = p_job_id for update;
    if hold.state <> 'open' then
      -- Another request started the job between the first read and the lock.
      return coalesce(private.repeat_start(p_user_id, p_job_id, p_request_hash), private.describe_mismatch(p_job_id, p_user_id));
    end if;
    -- One start at a time per user, so that two starts can't both use the last allowed job.
    perform 1 from private.credit_accounts where user_id = p_user_id for update;
    if private.is_suspended(p_user_id) then
      -- The hold may be older than the suspension.
      refusal := jsonb_build_object('outcome', 'suspended');
    elsif (select count(*) from public.jobs where user_id = p_user_id and finished_at is null) >= p_max_open then
      select jsonb_build_object('outcome', 'too_many_open', 'unconfirmed', count(*),
        'unconfirmed_seconds', floor(extract(epoch from private.clock() - min(created_at)))::integer)
      into refusal from public.jobs where user_id = p_user_id and finished_at is null and status = 'unknown';
    elsif p_request->>'source_id' is not null and not exists (
      select from public.jobs
      where id = (p_request->>'source_id')::uuid and user_id = p_user_id and status = 'succeeded' and deleted_at is null)
    then
      refusal := jsonb_build_object('outcome', 'no_source');
    elsif not has_files then
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
    generate_audio, image_path, input_kind, resolution, source_id, source_use, title)
  values (p_job_id, p_user_id, split_part(hold.source, ':', 1), hold.amount, p_request->>'mode',
    request->'input'->>'prompt', request->'input'->>'negativePrompt', (request->'input'->>'length')::integer,
    request->'input'->>'aspectRatio', (request->'input'->>'seed')::integer, (request->'input'->>'generateAudio')::boolean,
    p_request->>'image_path', p_request->>'input_kind', p_request->>'resolution',
    (p_request->>'source_id')::uuid, p_request->>'source_use', coalesce(request->>'title', ''));
  insert into private.provider_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  if p_request->>'image_path' is not null then
    perform private.list_upload(p_job_id, 'images', p_request->>'image_path');
  end if;
  insert into private.job_cast (job_id, position, member_id, name)
  select p_job_id, wanted.position, (wanted.member->>'id')::uuid, wanted.member->>'name'
  from jsonb_array_elements(coalesce(p_request->'cast', '[]')) with ordinality as wanted (member, position);
  insert into private.job_files (job_id, position, role, file_id, member_id)
  select p_job_id, wanted.position, wanted.image->>'role', (wanted.image->>'id')::uuid, (wanted.image->>'member')::uuid
  from jsonb_array_elements(coalesce(p_request->'images', '[]')) with ordinality as wanted (image, position);
  -- The files are already locked. Only a started job extends their lifetime, because refused jobs cost nothing and
  -- could be repeated forever.
  update private.files set used_at = private.clock() where id in (select file_id from private.job_files where job_id = p_job_id);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) to service_role;

-- Settles the job by its first outcome: p_video (path, duration_seconds, bytes, width, height, mark) captures, a failure code
-- releases. Takes a captured video off the list of files to delete. Returns the job as it stands, and has_messages: whether messages
-- to its user are due.
create function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  settlement text;
  is_new boolean;
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  settlement := private.settle_hold(p_job_id, case when p_video is null then 'release' else 'capture' end);
  if p_video is not null and settlement = 'captured' then
    update public.jobs set status = 'succeeded', video_path = p_video->>'path',
      video_duration_seconds = (p_video->>'duration_seconds')::numeric, video_bytes = (p_video->>'bytes')::bigint,
      video_width = (p_video->>'width')::integer, video_height = (p_video->>'height')::integer, video_mark = p_video->>'mark',
      finished_at = now()
    where id = p_job_id and finished_at is null;
    is_new := found;
    delete from private.files_to_delete f using public.jobs j
    where j.id = p_job_id and f.job_id = p_job_id and f.bucket = 'videos' and f.path = j.video_path;
    if is_new then
      perform private.learn_duration(p_job_id);
    end if;
  elsif p_video is null and settlement = 'released' then
    update public.jobs set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id) || jsonb_build_object('has_messages', exists (
    select from private.messages where job_id = p_job_id and due_at is not null));
end $$;
revoke execute on function public.settle_job(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.settle_job(uuid, jsonb, text, text) to service_role;

-- Returns the owner's job. Null for an unknown ID, a deleted job, or another user's job.
create function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  job jsonb := private.job_record(p_job_id);
begin
  return case when (job->>'user_id')::uuid = p_user_id and job->>'deleted_at' is null then job end;
end $$;
revoke execute on function public.get_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid) to service_role;

-- Records the cost that the provider reported. A later value replaces an earlier one.
create function public.record_cost(p_job_id uuid, p_cost numeric, p_unit text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set cost = p_cost, cost_unit = p_unit, costed_at = now() where job_id = p_job_id
$$;
revoke execute on function public.record_cost(uuid, numeric, text) from public, anon, authenticated;
grant execute on function public.record_cost(uuid, numeric, text) to service_role;
