-- What a job is generated from beside its prompt: uploaded pictures, another video of the user, and a resolution.

-- A picture that a user has uploaded, once for all the jobs that it is used in. Its file lies in the bucket pictures.
create table private.pictures (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  sha256 text not null,
  path text not null unique,
  -- When it was uploaded or used last: a day later it is deleted, unless a job has it.
  used_at timestamptz not null default now(),
  -- Since when its file is being deleted. No job may use it from then on.
  deleting_at timestamptz
);
create unique index pictures_content_key on private.pictures (user_id, sha256) where deleting_at is null;
create index pictures_user_id_idx on private.pictures (user_id);
create index pictures_used_at_idx on private.pictures (used_at);
alter table private.pictures enable row level security;
grant select, insert, update, delete on private.pictures to service_role;

-- The pictures of a job, in their order.
create table private.job_pictures (
  job_id uuid not null references public.jobs (id) on delete restrict,
  position integer not null,
  role text not null check (role in ('first', 'last', 'character', 'object', 'style')),
  picture_id uuid not null references private.pictures (id) on delete restrict,
  primary key (job_id, position)
);
create index job_pictures_picture_id_idx on private.job_pictures (picture_id);
alter table private.job_pictures enable row level security;
grant select, insert, delete on private.job_pictures to service_role;

alter table public.jobs
  -- Null for jobs of earlier versions, whose kind is their mode.
  add column input_kind text check (input_kind in ('text', 'image', 'frames', 'references', 'extend', 'edit')),
  add column resolution text,
  -- The video that this one continues or edits, or from whose last frame it starts.
  add column source_id uuid references public.jobs (id) on delete restrict,
  add column source_use text check (source_use in ('extend', 'edit', 'frame')),
  add constraint jobs_source_is_whole check (num_nulls(source_id, source_use) in (0, 2)),
  add constraint jobs_deleted_has_no_source check (deleted_at is null or source_id is null);
create index jobs_source_id_idx on public.jobs (source_id);

-- Returns the job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them; the
-- seconds of a finished job have stopped. missing_file_seconds: null unless its file was found missing.
drop function private.job_record(uuid);
create function private.job_record(p_job_id uuid) returns jsonb language sql stable set search_path = '' as $$
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
    'delivery_failures', t.delivery_failures,
    'delivery_wait_seconds', private.delivery_wait(t),
    'missing_file_seconds', floor(extract(epoch from private.clock() - t.file_missing_since))::integer,
    'elapsed_seconds', greatest(0, floor(extract(epoch from coalesce(j.finished_at, private.clock()) - j.created_at)))::integer)
  from public.jobs j
  join private.provider_tasks t on t.job_id = j.id
  join private.credit_holds h on h.job_id = j.id
  left join public.jobs s on s.id = j.source_id and s.deleted_at is null
  where j.id = p_job_id
$$;
revoke execute on function private.job_record(uuid) from public;
grant execute on function private.job_record(uuid) to service_role;

-- Has the pictures of a new job, [{id}], kept for it: they are its user's, and none is being deleted. Locked in one order, so that two
-- callers cannot wait for each other. Returns false unless all of them are there.
create function private.use_pictures(p_user_id uuid, p_pictures jsonb) returns boolean language plpgsql set search_path = '' as $$
declare
  wanted uuid[] := array(select distinct id from jsonb_to_recordset(coalesce(p_pictures, '[]')) as picture (id uuid));
  found_ids uuid[];
begin
  select array_agg(id) into found_ids from (
    select id from private.pictures
    where id = any (wanted) and user_id = p_user_id and deleting_at is null order by id for no key update) as locked;
  update private.pictures set used_at = private.clock() where id = any (found_ids);
  return cardinality(wanted) = coalesce(cardinality(found_ids), 0);
end $$;
revoke execute on function private.use_pictures(uuid, jsonb) from public;
grant execute on function private.use_pictures(uuid, jsonb) to service_role;

-- Makes the pictures of a user's finished job due for deletion: at once, as soon as no job has them. Before the job itself is locked.
create function private.release_pictures(p_user_id uuid, p_job_id uuid) returns void language sql set search_path = '' as $$
  update private.pictures set used_at = '-infinity' where id in (
    select p.id from private.pictures p
    join private.job_pictures jp on jp.picture_id = p.id
    join public.jobs j on j.id = jp.job_id
    where j.id = p_job_id and j.user_id = p_user_id and j.finished_at is not null
    order by p.id for no key update of p)
$$;
revoke execute on function private.release_pictures(uuid, uuid) from public;
grant execute on function private.release_pictures(uuid, uuid) to service_role;

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step after which
-- the provider may be called, and only by the caller that got 'started'.
-- outcome: started | exists | too_many_open | no_picture | no_source | as hold_credits; job when there is one. With budget_reached,
-- released says that there was a hold and that it was given back.
drop function public.start_job(uuid, uuid, integer, text, text, jsonb, integer);
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  held jsonb;
  has_pictures boolean;
  hold private.credit_holds;
  job jsonb;
begin
  job := private.job_record(p_job_id);
  if job is not null then
    return case when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  -- Before all other locks: a function that has one of a job waits for no picture.
  has_pictures := private.use_pictures(p_user_id, p_request->'pictures');
  held := public.hold_credits(p_user_id, p_job_id, 'video_generation',
    coalesce(p_request->>'source', p_request->>'model'), p_price, p_request->>'description');
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
  if p_request->>'source_id' is not null and not exists (
    select from public.jobs
    where id = (p_request->>'source_id')::uuid and user_id = p_user_id and status = 'succeeded' and deleted_at is null)
  then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'no_source');
  end if;
  if not has_pictures then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'no_picture');
  end if;
  if not private.take_budget(p_job_id) then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'budget_reached', 'released', true, 'retry_after_seconds', private.seconds_to_midnight());
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.jobs (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed,
    generate_audio, image_path, input_kind, resolution, source_id, source_use)
  values (p_job_id, p_user_id, split_part(hold.source, ':', 1), hold.amount, p_request->>'mode',
    p_request->>'prompt', p_request->>'negative_prompt',
    (p_request->>'length_seconds')::integer, p_request->>'aspect_ratio', (p_request->>'seed')::integer,
    (p_request->>'generate_audio')::boolean, p_request->>'image_path', p_request->>'input_kind', p_request->>'resolution',
    (p_request->>'source_id')::uuid, p_request->>'source_use');
  insert into private.job_pictures (job_id, position, role, picture_id)
  select p_job_id, wanted.position, wanted.picture->>'role', (wanted.picture->>'id')::uuid
  from jsonb_array_elements(coalesce(p_request->'pictures', '[]')) with ordinality as wanted (picture, position);
  insert into private.provider_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer) to service_role;

-- Empties the job and lists its files for deletion, in one transaction. What deliveries stored beside its video is listed already.
-- Its lock lets references to the job pass: a delivery that claims the task adds one.
-- outcome: deleted | open | not_found; files still listed.
drop function public.delete_job(uuid, uuid);
create function public.delete_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  job public.jobs;
begin
  perform private.release_pictures(p_user_id, p_job_id);
  select * into job from public.jobs where id = p_job_id and user_id = p_user_id for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job.finished_at is null then
    return jsonb_build_object('outcome', 'open');
  end if;
  if job.deleted_at is null then
    update public.jobs set deleted_at = now(), prompt = '', negative_prompt = '', failure_message = null,
      image_path = null, video_path = null, source_id = null, source_use = null
    where id = p_job_id;
    -- A short prompt could be guessed from the sum of its request.
    update private.provider_tasks set request_hash = '' where job_id = p_job_id;
    delete from private.job_pictures where job_id = p_job_id;
    insert into private.files_to_delete (job_id, bucket, path)
    select p_job_id, file.bucket, file.path
    from (values ('videos', job.video_path), ('pictures', job.image_path)) as file (bucket, path)
    where file.path is not null;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'files', coalesce((
    select jsonb_agg(jsonb_build_object('bucket', bucket, 'path', path) order by bucket)
    from private.files_to_delete where job_id = p_job_id), '[]'::jsonb));
end $$;
revoke execute on function public.delete_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_job(uuid, uuid) to service_role;

-- Returns a page of the user's jobs: at most p_limit, older than the job named by time and id (none named: from the newest). Filters:
-- those whose title or prompt holds p_search, those of p_model, those that failed, those with a star, and those with sound. p_silent
-- lists what makes none, each 'provider/model/kind of input'; jobs that failed have no sound either, unless p_failed asks for them.
drop function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean);
create function public.list_jobs(
  p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer,
  p_search text default null, p_model text default null, p_failed boolean default false, p_silent text[] default null,
  p_starred boolean default false
) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  before_time timestamptz := coalesce(p_before_time, 'infinity');
  before_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  search text := lower(p_search);
  page uuid[];
begin
  -- Two statements, each with its own index: open jobs are few among many.
  if p_open then
    select array_agg(id order by created_at desc, id desc) into page from (
      select id, created_at from public.jobs
      where user_id = p_user_id and finished_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  else
    select array_agg(id order by created_at desc, id desc) into page from (
      select j.id, j.created_at from public.jobs j
      where j.user_id = p_user_id and j.deleted_at is null and (j.created_at, j.id) < (before_time, before_id)
        and (p_model is null or j.model = p_model)
        and (not p_failed or j.status = 'failed')
        and (not p_starred or j.is_starred)
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, coalesce(j.input_kind, j.mode)) = any (p_silent))))
        and (search is null or strpos(lower(j.title), search) > 0 or strpos(lower(j.prompt), search) > 0)
      order by j.created_at desc, j.id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean)
  from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean)
  to service_role;

-- Records a picture, and returns its id and path: the same for the same content, as long as it is there.
create function public.keep_picture(p_user_id uuid, p_sha256 text, p_extension text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  new_id uuid := gen_random_uuid();
  kept private.pictures;
begin
  insert into private.pictures as p (id, user_id, sha256, path, used_at)
  values (new_id, p_user_id, p_sha256, new_id || '.' || p_extension, private.clock())
  on conflict (user_id, sha256) where deleting_at is null do update set used_at = excluded.used_at
  returning * into kept;
  return jsonb_build_object('id', kept.id, 'path', kept.path);
end $$;
revoke execute on function public.keep_picture(uuid, text, text) from public, anon, authenticated;
grant execute on function public.keep_picture(uuid, text, text) to service_role;

-- Takes pictures that no job has, a day after their last use, for deletion. Each comes up again in 10 minutes unless it is forgotten.
create function public.take_unused_pictures(p_limit integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  taken jsonb;
begin
  with due as (
    select p.id from private.pictures p
    where p.used_at < moment - interval '1 day' and (p.deleting_at is null or p.deleting_at < moment - interval '10 minutes')
      and not exists (select from private.job_pictures jp where jp.picture_id = p.id)
    order by p.used_at limit p_limit for update skip locked
  ), moved as (
    update private.pictures p set deleting_at = moment from due where p.id = due.id returning p.id, p.path
  )
  select jsonb_agg(to_jsonb(moved)) into taken from moved;
  return coalesce(taken, '[]'::jsonb);
end $$;
revoke execute on function public.take_unused_pictures(integer) from public, anon, authenticated;
grant execute on function public.take_unused_pictures(integer) to service_role;

-- Forgets pictures whose files are gone.
create function public.forget_pictures(p_ids uuid[]) returns void language sql set search_path = '' as $$
  delete from private.pictures where id = any (p_ids) and deleting_at is not null
$$;
revoke execute on function public.forget_pictures(uuid[]) from public, anon, authenticated;
grant execute on function public.forget_pictures(uuid[]) to service_role;
