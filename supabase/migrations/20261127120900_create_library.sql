-- Clears the title and the star of a deleted job.
create function private.clear_label() returns trigger language plpgsql set search_path = '' as $$
begin
  new.title := '';
  new.is_starred := false;
  return new;
end $$;
revoke execute on function private.clear_label() from public;
create trigger jobs_clear_label before update of deleted_at on public.jobs
  for each row when (new.deleted_at is not null) execute function private.clear_label();

-- Changes the title or the star of the owner's job. Null keeps the current value. Returns the job, or null if get_job
-- returns null.
create function public.label_job(p_job_id uuid, p_user_id uuid, p_title text, p_starred boolean)
returns jsonb language sql set search_path = '' as $$
  update public.jobs set title = coalesce(p_title, title), is_starred = coalesce(p_starred, is_starred)
  where id = p_job_id and user_id = p_user_id and deleted_at is null;
  select public.get_job(p_job_id, p_user_id)
$$;
revoke execute on function public.label_job(uuid, uuid, text, boolean) from public, anon, authenticated;
grant execute on function public.label_job(uuid, uuid, text, boolean) to service_role;

-- Returns a page of the user's jobs, newest first: at most p_limit, older than the given time and ID. With p_oldest,
-- the order is reversed.
-- p_search: a part of the title or prompt. p_model: the model. p_failed: only failed jobs. p_starred: only starred
-- jobs. p_source: only jobs from this source video. p_silent: only jobs with sound. It lists the combinations without
-- sound, each as 'provider/model/kind'. Failed jobs count as silent too, unless p_failed is set.
-- p_open: only open jobs, newest first, without filters.
create function public.list_jobs(
  p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer,
  p_search text default null, p_model text default null, p_failed boolean default false, p_silent text[] default null,
  p_starred boolean default false, p_oldest boolean default false, p_source uuid default null
) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  before_time timestamptz := coalesce(p_before_time, case when p_oldest then '-infinity' else 'infinity' end::timestamptz);
  before_id uuid := coalesce(p_before_id, case when p_oldest then '00000000-0000-0000-0000-000000000000'
    else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  search text := lower(normalize(p_search, nfc));
  page uuid[];
begin
  -- Separate statements, so that each one uses an index. Open jobs are few among many.
  if p_open then
    select array_agg(id order by created_at desc, id desc) into page from (
      select id, created_at from public.jobs
      where user_id = p_user_id and finished_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  elsif p_oldest then
    select array_agg(id order by created_at, id) into page from (
      select j.id, j.created_at from public.jobs j
      where j.user_id = p_user_id and j.deleted_at is null and (j.created_at, j.id) > (before_time, before_id)
        and (p_model is null or j.model = p_model)
        and (not p_failed or j.status = 'failed')
        and (not p_starred or j.is_starred)
        and (p_source is null or j.source_id = p_source)
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, j.input_kind) = any (p_silent))))
        and (search is null or strpos(j.search_text, search) > 0)
      order by j.created_at, j.id limit p_limit) as found;
  else
    select array_agg(id order by created_at desc, id desc) into page from (
      select j.id, j.created_at from public.jobs j
      where j.user_id = p_user_id and j.deleted_at is null and (j.created_at, j.id) < (before_time, before_id)
        and (p_model is null or j.model = p_model)
        and (not p_failed or j.status = 'failed')
        and (not p_starred or j.is_starred)
        and (p_source is null or j.source_id = p_source)
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, j.input_kind) = any (p_silent))))
        and (search is null or strpos(j.search_text, search) > 0)
      order by j.created_at desc, j.id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean, boolean, uuid)
  from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean, boolean, uuid)
  to service_role;

-- Returns a page of the user's entries, with the balance after each. An entry of a job has the beginning of its prompt,
-- to identify the video. The prompt is null for a grant, an unsent hold, and a deleted job.
create function public.list_credit_entries(p_user_id uuid, p_before bigint, p_limit integer)
returns jsonb language sql stable set search_path = '' as $$
  with closing as (
    select coalesce((select available from private.credit_accounts where user_id = p_user_id), 0)
      - coalesce((select sum(change) from private.credit_entries where user_id = p_user_id and id >= p_before), 0) as balance
  ), page as (
    select id, kind, job_id, amount, type, source, description, created_at, change
    from private.credit_entries where user_id = p_user_id and id < coalesce(p_before, 9223372036854775807)
    order by id desc limit p_limit
  ), counted as (
    select page.*, (select balance from closing) - coalesce(
      sum(change) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as balance_after
    from page
  )
  select jsonb_build_object(
    'has_more', exists (select from private.credit_entries where user_id = p_user_id and id < (select min(id) from page)),
    'closing_balance', (select balance from closing),
    'opening_balance', (select balance from closing) - coalesce((select sum(change) from page), 0),
    'entries', coalesce((select jsonb_agg(jsonb_build_object(
      'id', id::text, 'at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', kind,
      'job_id', job_id, 'credits', amount, 'change', change, 'balance_after', balance_after, 'type', type, 'source', source,
      'description', description,
      'prompt', (select left(j.prompt, 200) from public.jobs j where j.id = counted.job_id and j.deleted_at is null)
    ) order by id desc) from counted), '[]'::jsonb))
$$;
revoke execute on function public.list_credit_entries(uuid, bigint, integer) from public, anon, authenticated;
grant execute on function public.list_credit_entries(uuid, bigint, integer) to service_role;

-- Cancels a job that has a hold but was never submitted. For any other job, records the cancellation, and lets one
-- caller call the provider within a minute. The hold's lock decides between this and a concurrent create request.
-- Exactly one of them succeeds.
-- outcome: stopped | already_finished | ask (call the provider now) | busy (another caller calls the provider) | unsent
-- (the provider's task ID is unknown) | not_found. Also returns job, or hold if there is no job.
create function public.request_cancel(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  hold private.credit_holds;
  job jsonb;
begin
  select * into hold from private.credit_holds where job_id = p_job_id and user_id = p_user_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  job := private.job_record(p_job_id);
  if job is null then
    if hold.state = 'open' then
      update private.credit_holds set cancel_requested_at = moment where job_id = p_job_id returning * into hold;
      hold.state := private.settle_hold(p_job_id, 'release');
    end if;
    return jsonb_build_object(
      'outcome', case when hold.state = 'released' and hold.cancel_requested_at is not null then 'stopped' else 'already_finished' end,
      'hold', jsonb_build_object('job_id', hold.job_id, 'model', hold.source, 'credits', hold.amount,
        'settlement', case hold.state when 'captured' then 'captured' else 'released' end,
        'created_at', to_char(hold.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'finished_at', (select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
          from private.credit_entries where job_id = p_job_id and kind in ('capture', 'release'))));
  end if;
  if job->>'deleted_at' is not null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job->>'finished_at' is not null then
    return jsonb_build_object('job', job,
      'outcome', case when job->>'failure_code' = 'cancelled' then 'stopped' else 'already_finished' end);
  end if;
  if job->>'provider_task_id' is null then
    return jsonb_build_object('outcome', 'unsent', 'job', job);
  end if;
  update private.credit_holds set cancel_requested_at = moment where job_id = p_job_id and cancel_requested_at is null;
  update private.provider_tasks set canceling_until = moment + interval '1 minute'
  where job_id = p_job_id and (canceling_until is null or canceling_until < moment);
  return jsonb_build_object('outcome', case when found then 'ask' else 'busy' end, 'job', job);
end $$;
revoke execute on function public.request_cancel(uuid, uuid) from public, anon, authenticated;
grant execute on function public.request_cancel(uuid, uuid) to service_role;

-- Ends a cancellation at the provider. Either the provider reported that it's too late, or it made no decision and is
-- called again soon.
create function public.finish_cancel_request(p_job_id uuid, p_too_late boolean) returns void language plpgsql set search_path = '' as $$
begin
  if p_too_late then
    update private.credit_holds set cancel_requested_at = null where job_id = p_job_id and state = 'started';
  end if;
  update private.provider_tasks set canceling_until = null,
    due_at = case when p_too_late or due_at is null then due_at else least(due_at, private.clock() + interval '5 seconds') end
  where job_id = p_job_id;
end $$;
revoke execute on function public.finish_cancel_request(uuid, boolean) from public, anon, authenticated;
grant execute on function public.finish_cancel_request(uuid, boolean) to service_role;

-- Clears the job and lists its files for deletion, in one transaction. Unused files of its deliveries are already
-- listed. The lock allows references to the job, because a delivery that claims the task adds one.
-- outcome: deleted | open | not_found. Also returns the files that are still listed.
create function public.delete_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  job public.jobs;
begin
  perform private.release_files(p_user_id, p_job_id);
  select * into job from public.jobs where id = p_job_id and user_id = p_user_id for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job.finished_at is null then
    return jsonb_build_object('outcome', 'open');
  end if;
  if job.deleted_at is null then
    delete from private.job_cast where job_id = p_job_id;
    delete from private.job_files where job_id = p_job_id;
    update public.jobs set deleted_at = now(), prompt = '', negative_prompt = '', failure_message = null,
      image_path = null, video_path = null, source_id = null, source_use = null,
      poster_path = null, poster_width = null, poster_height = null, poster_bytes = null, peaks = null
    where id = p_job_id;
    -- Someone could guess a short prompt from the hash of its request.
    update private.provider_tasks set request_hash = '' where job_id = p_job_id;
    insert into private.files_to_delete (job_id, bucket, path)
    select p_job_id, file.bucket, file.path
    from (values ('videos', job.video_path), ('videos', job.poster_path), ('images', job.image_path)) as file (bucket, path)
    where file.path is not null
    -- The file is already listed if it's being uploaded.
    on conflict (bucket, path) do update set due_at = excluded.due_at;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'files', coalesce((
    select jsonb_agg(jsonb_build_object('bucket', bucket, 'path', path) order by bucket)
    from private.files_to_delete where job_id = p_job_id), '[]'::jsonb));
end $$;
revoke execute on function public.delete_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_job(uuid, uuid) to service_role;

-- Records that a response announces the expiry of these videos. This applies to videos in the last 30 days before
-- p_days, or older (docs/decisions/007-deletion-and-retention.md). Returns each expiry by ID, without videos that were
-- announced before or are locked now.
create function public.announce_expiry(p_job_ids uuid[], p_user_id uuid, p_days integer) returns jsonb
language sql set search_path = '' as $$
  with announced as (
    update public.jobs
    set expires_at = greatest(finished_at + make_interval(days => p_days), private.clock() + interval '30 days')
    where id = any (array(
      select id from public.jobs
      where id = any (p_job_ids) and user_id = p_user_id and status = 'succeeded' and deleted_at is null and expires_at is null
        and finished_at <= private.clock() + interval '30 days' - make_interval(days => p_days)
      order by id for no key update skip locked))
    returning id, expires_at
  )
  select coalesce(jsonb_object_agg(id, expires_at), '{}') from announced
$$;
revoke execute on function public.announce_expiry(uuid[], uuid, integer) from public, anon, authenticated;
grant execute on function public.announce_expiry(uuid[], uuid, integer) to service_role;

-- Deletes up to p_limit videos that are p_days old and whose announced expiry has passed. Returns their number. Without
-- p_days, clears the announcements, so that a new age is announced again. erase_account deletes the videos of deleted
-- accounts.
create function public.expire_videos(p_days integer, p_limit integer) returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  due uuid[];
  job record;
begin
  if p_days is null then
    update public.jobs set expires_at = null where id = any (array(
      select id from public.jobs where expires_at is not null and deleted_at is null
      order by expires_at desc limit p_limit for no key update skip locked));
    return 0;
  end if;
  select array_agg(id) into due from (
    select j.id from public.jobs j
    where j.expires_at <= moment and j.deleted_at is null and j.finished_at <= moment - make_interval(days => p_days)
      and not exists (select from private.account_deletions d where d.user_id = j.user_id)
    order by j.expires_at limit p_limit) as old;
  -- Locks all files by ID before the first job, and then the jobs by ID. So two sweeps, or a sweep and a start, can't
  -- deadlock.
  perform from (
    select p.id from private.files p join private.job_files jp on jp.file_id = p.id
    where jp.job_id = any (due) order by p.id for no key update of p) as locked;
  for job in select id, user_id from public.jobs where id = any (due) order by id loop
    perform public.delete_job(job.id, job.user_id);
  end loop;
  return coalesce(cardinality(due), 0);
end $$;
revoke execute on function public.expire_videos(integer, integer) from public, anon, authenticated;
grant execute on function public.expire_videos(integer, integer) to service_role;
