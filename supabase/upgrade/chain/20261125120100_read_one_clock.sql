-- Every function in the new words. p_now leaves those that production never gave it to: all read private.clock(), which tests replace.
drop function private.clock(timestamptz);
drop function private.delivery_wait(private.provider_tasks, timestamptz);
drop function private.job_record(uuid, timestamptz);
drop function public.record_vendor_task(uuid, text);
drop function public.note_missing_task(uuid, timestamptz);
drop function public.get_job(uuid, uuid, timestamptz);
drop function public.poll_job(uuid, uuid, integer, integer, timestamptz);
drop function public.touch_job(uuid, timestamptz);
drop function public.request_cancel(uuid, uuid, timestamptz);
drop function public.take_files_to_delete(integer, timestamptz);
drop function public.forget_deleted_files(text[], text, timestamptz);
drop function public.claim_delivery(uuid, timestamptz);
drop function public.renew_delivery(uuid, text, timestamptz);
drop function public.end_delivery(uuid, text, timestamptz);
drop function public.note_missing_file(uuid, timestamptz);
drop function public.release_unused_holds(integer, timestamptz);
drop function public.park_jobs(text, integer, boolean, timestamptz);
drop function public.expire_jobs(text, integer, integer, text, integer, timestamptz);
drop function public.list_due_jobs(text, integer, boolean, timestamptz);
drop function public.claim_job(uuid, timestamptz);
drop function public.nudge_job(uuid, text, text, timestamptz);
drop function public.note_sweep(timestamptz);
drop function public.sweep_health(timestamptz);
drop function public.take_rate(text, integer, integer, timestamptz);
drop function private.is_admin_address(text, text, timestamptz);
drop function public.take_admin_try(text, text, text, timestamptz);
drop function public.clear_admin_tries(text, text, timestamptz);
drop function public.forget_rates(timestamptz);
drop function private.set_alert(text, boolean, timestamptz);
drop function public.take_alerts(boolean, timestamptz);
drop function public.end_alert(text, boolean, timestamptz);

create function private.clock() returns timestamptz language sql stable set search_path = '' as $$
  select now()
$$;
revoke execute on function private.clock() from public;
grant execute on function private.clock() to service_role;

create or replace function public.set_model_prices(p_models jsonb, p_version integer default null)
returns text language plpgsql set search_path = '' as $$
declare
  known integer;
begin
  -- One catalogue at a time: each sees the version of those before it.
  perform pg_advisory_xact_lock(hashtextextended('private.model_prices', 0));
  select max(catalogue_version) into known from private.model_prices;
  if known = p_version then
    return case when
      (select jsonb_object_agg(m.id, m.credits)
        from jsonb_to_recordset(p_models) as m (id text, credits integer, is_on boolean) where m.is_on)
      = (select jsonb_object_agg(model, credits) from private.model_prices where is_on)
      then 'same' else 'differs' end;
  elsif known > coalesce(p_version, 0) then
    return 'older';
  end if;
  insert into private.model_prices as p (model, credits, is_on, catalogue_version)
  select m.id, m.credits, m.is_on, p_version from jsonb_to_recordset(p_models) as m (id text, credits integer, is_on boolean)
  on conflict (model) do update
  set credits = excluded.credits, is_on = excluded.is_on, catalogue_version = excluded.catalogue_version;
  update private.model_prices set is_on = false
  where model not in (select m ->> 'id' from jsonb_array_elements(p_models) as m);
  return 'written';
end $$;

create or replace function private.end_due() returns trigger language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks set due_at = null where job_id = new.id;
  return null;
end $$;

create function private.delivery_wait(task private.provider_tasks) returns integer language sql stable set search_path = '' as $$
  select case when due > moment and task.delivery_failed_at <= moment then ceil(extract(epoch from due - moment))::integer else 0 end
  from (select least(
    task.delivery_failed_at + least(120, 5 * 2 ^ least(task.delivery_failures - 1, 10)) * interval '1 second',
    case when task.file_missing_since + interval '5 minutes' > task.delivery_failed_at
      then task.file_missing_since + interval '5 minutes' end) as due, private.clock() as moment) as next
$$;
revoke execute on function private.delivery_wait(private.provider_tasks) from public;
grant execute on function private.delivery_wait(private.provider_tasks) to service_role;

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

create or replace function public.start_job(
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

create or replace function public.mark_job_unknown(p_job_id uuid) returns void language sql set search_path = '' as $$
  update public.jobs set status = 'unknown' where id = p_job_id and status = 'submitted'
$$;

create or replace function public.note_queued(p_job_id uuid, p_queued boolean) returns void language sql set search_path = '' as $$
  update public.jobs set queued = p_queued where id = p_job_id and finished_at is null;
  update private.provider_tasks set task_missing_since = null where job_id = p_job_id
$$;

create or replace function public.note_cost(p_job_id uuid, p_cost numeric, p_unit text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set cost = p_cost, cost_unit = p_unit, costed_at = now() where job_id = p_job_id
$$;

create function public.note_missing_task(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set task_missing_since = least(coalesce(task_missing_since, private.clock()), private.clock())
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - task_missing_since))::integer
$$;
revoke execute on function public.note_missing_task(uuid) from public, anon, authenticated;
grant execute on function public.note_missing_task(uuid) to service_role;

create or replace function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
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

create function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select j from private.job_record(p_job_id) as j where (j->>'user_id')::uuid = p_user_id and j->>'deleted_at' is null
$$;
revoke execute on function public.get_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid) to service_role;

create function public.poll_job(
  p_job_id uuid, p_user_id uuid, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  wait integer := public.take_rate('status:' || p_user_id, p_limit, p_window_seconds);
  job jsonb;
begin
  if wait = 0 then
    job := public.get_job(p_job_id, p_user_id);
  end if;
  if job is not null then
    perform public.touch_job(p_job_id);
  end if;
  return jsonb_build_object('wait', wait, 'job', job);
end $$;
revoke execute on function public.poll_job(uuid, uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.poll_job(uuid, uuid, integer, integer) to service_role;

create or replace function public.look_at_jobs(p_job_ids uuid[]) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'status', status, 'queued', queued)), '[]'::jsonb)
  from public.jobs where id = any (p_job_ids)
$$;

create function public.touch_job(p_job_id uuid) returns void language sql set search_path = '' as $$
  update private.provider_tasks set due_at = greatest(due_at, private.clock() + interval '30 seconds')
  where job_id = p_job_id and due_at is not null
$$;
revoke execute on function public.touch_job(uuid) from public, anon, authenticated;
grant execute on function public.touch_job(uuid) to service_role;

create or replace function public.list_jobs(
  p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer,
  p_search text default null, p_model text default null, p_failed boolean default false, p_silent text[] default null
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
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, j.mode) = any (p_silent))))
        and (search is null or strpos(lower(j.prompt), search) > 0)
      order by j.created_at desc, j.id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;

create or replace function public.list_credit_entries(p_user_id uuid, p_before bigint, p_limit integer)
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
  update private.provider_tasks set cancelling_until = moment + interval '1 minute'
  where job_id = p_job_id and (cancelling_until is null or cancelling_until < moment);
  return jsonb_build_object('outcome', case when found then 'ask' else 'busy' end, 'job', job);
end $$;
revoke execute on function public.request_cancel(uuid, uuid) from public, anon, authenticated;
grant execute on function public.request_cancel(uuid, uuid) to service_role;

create or replace function public.end_cancel(p_job_id uuid, p_too_late boolean) returns void language plpgsql set search_path = '' as $$
begin
  if p_too_late then
    update private.credit_holds set cancel_requested_at = null where job_id = p_job_id and state = 'started';
  end if;
  update private.provider_tasks set cancelling_until = null where job_id = p_job_id;
end $$;

create or replace function public.delete_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  job public.jobs;
begin
  select * into job from public.jobs where id = p_job_id and user_id = p_user_id for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job.finished_at is null then
    return jsonb_build_object('outcome', 'open');
  end if;
  if job.deleted_at is null then
    update public.jobs set deleted_at = now(), prompt = '', negative_prompt = '', failure_message = null,
      image_path = null, video_path = null
    where id = p_job_id;
    -- A short prompt could be guessed from the sum of its request.
    update private.provider_tasks set request_hash = '' where job_id = p_job_id;
    insert into private.files_to_delete (job_id, bucket, path)
    select p_job_id, file.bucket, file.path
    from (values ('videos', job.video_path), ('pictures', job.image_path)) as file (bucket, path)
    where file.path is not null;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'files', coalesce((
    select jsonb_agg(jsonb_build_object('bucket', bucket, 'path', path) order by bucket)
    from private.files_to_delete where job_id = p_job_id), '[]'::jsonb));
end $$;

create function public.take_files_to_delete(p_limit integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  taken jsonb;
begin
  with due as (
    select f.bucket, f.path from private.files_to_delete f join public.jobs j on j.id = f.job_id
    where f.due_at <= moment and j.finished_at is not null
    order by f.due_at limit p_limit for update of f skip locked
  ), moved as (
    update private.files_to_delete f set due_at = moment + interval '10 minutes'
    from due where f.bucket = due.bucket and f.path = due.path returning f.bucket, f.path
  )
  select jsonb_agg(to_jsonb(moved)) into taken from moved;
  return coalesce(taken, '[]'::jsonb);
end $$;
revoke execute on function public.take_files_to_delete(integer) from public, anon, authenticated;
grant execute on function public.take_files_to_delete(integer) to service_role;

create function public.forget_deleted_files(p_paths text[], p_bucket text) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete
  where bucket = p_bucket and path = any (p_paths) and (uploading_until is null or uploading_until <= private.clock())
$$;
revoke execute on function public.forget_deleted_files(text[], text) from public, anon, authenticated;
grant execute on function public.forget_deleted_files(text[], text) to service_role;

create function public.claim_delivery(p_job_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  video text := p_job_id || '/' || gen_random_uuid() || '.mp4';
begin
  update private.provider_tasks t set delivering_until = moment + interval '45 seconds', delivering_path = video
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

create function public.renew_delivery(p_job_id uuid, p_path text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set delivering_until = private.clock() + interval '45 seconds'
  where job_id = p_job_id and delivering_path = p_path and delivering_until >= private.clock()
$$;
revoke execute on function public.renew_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.renew_delivery(uuid, text) to service_role;

create function public.end_delivery(p_job_id uuid, p_path text) returns void language sql set search_path = '' as $$
  update private.provider_tasks
  set delivering_until = null, delivery_failures = delivery_failures + 1, delivery_failed_at = private.clock()
  where job_id = p_job_id and delivering_path = p_path and delivering_until is not null
$$;
revoke execute on function public.end_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.end_delivery(uuid, text) to service_role;

create function public.note_missing_file(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set file_missing_since = least(coalesce(file_missing_since, private.clock()), private.clock())
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - file_missing_since))::integer
$$;
revoke execute on function public.note_missing_file(uuid) from public, anon, authenticated;
grant execute on function public.note_missing_file(uuid) to service_role;

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

create function public.note_sweep() returns void language sql set search_path = '' as $$
  insert into private.last_sweep (finished_at) values (private.clock())
  on conflict (only_row) do update set finished_at = excluded.finished_at
$$;
revoke execute on function public.note_sweep() from public, anon, authenticated;
grant execute on function public.note_sweep() to service_role;

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

create function public.take_rate(p_key text, p_limit integer, p_window_seconds integer)
returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  counted private.rate_limits;
  expired timestamptz := moment - make_interval(secs => p_window_seconds);
begin
  insert into private.rate_limits as r (key, window_start, used) values (p_key, moment, 1)
  on conflict (key) do update set
    used = case when r.window_start <= expired then 1 else least(r.used + 1, p_limit + 1) end,
    window_start = case when r.window_start <= expired then moment else r.window_start end
  returning * into counted;
  if counted.used <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_start - moment) + p_window_seconds)::integer);
end $$;
revoke execute on function public.take_rate(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_rate(text, integer, integer) to service_role;

create function private.is_admin_address(p_account text, p_address text) returns boolean language sql stable set search_path = '' as $$
  select p_address <> 'unknown' and exists (
    select from private.admin_addresses a
    where a.account = p_account and a.address = p_address and a.right_at > private.clock() - interval '30 days')
$$;
revoke execute on function private.is_admin_address(text, text) from public;
grant execute on function private.is_admin_address(text, text) to service_role;

create function public.take_admin_try(p_account text, p_address text, p_digest text)
returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  keys text[] := array['address:' || p_address];
  blocked timestamptz;
  is_locked boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  if not private.is_admin_address(p_account, p_address) then
    keys := keys || ('account:' || p_account);
  end if;
  select max(t.blocked_until), coalesce(bool_or(t.locked), false) into blocked, is_locked
  from private.admin_tries t
  where t.key = any (keys) and t.blocked_until > moment;
  if not is_locked then
    update private.admin_tries t set repeats = t.repeats + 1
    where t.key = 'address:' || p_address and t.digest = p_digest and t.repeats < 7 and t.tried_at > moment - interval '3 minutes';
    if found then
      return 0;
    end if;
  end if;
  if blocked is not null then
    return greatest(1, ceil(extract(epoch from blocked - moment)))::integer;
  end if;
  insert into private.admin_tries as t (key, wrong, tried_at, blocked_until, digest)
  select key, 1, moment, moment, p_digest from unnest(keys) as key
  on conflict (key) do update
  set wrong = case when t.locked then 1 else t.wrong + 1 end, tried_at = moment, digest = p_digest, repeats = 0;
  update private.admin_tries t
  set locked = t.wrong >= l.most,
      blocked_until = moment + case
        when t.wrong >= l.most then interval '15 minutes'
        when t.wrong > l.free then least(interval '1 second' * power(2, t.wrong - l.free - 1), interval '1 minute')
        else interval '0' end
  from (values ('account:' || p_account, 10, 30), ('address:' || p_address, 3, 8)) as l (key, free, most)
  where t.key = l.key and t.key = any (keys);
  return 0;
end $$;
revoke execute on function public.take_admin_try(text, text, text) from public, anon, authenticated;
grant execute on function public.take_admin_try(text, text, text) to service_role;

create function public.clear_admin_tries(p_account text, p_address text) returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  was_known boolean := private.is_admin_address(p_account, p_address);
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  with own as (
    delete from private.admin_tries where key = 'address:' || p_address returning wrong)
  update private.admin_tries t
  set wrong = greatest(0, t.wrong - own.wrong), locked = false, blocked_until = moment
  from own where t.key = 'account:' || p_account and not was_known;
  insert into private.admin_addresses as a (account, address, right_at) values (p_account, p_address, moment)
  on conflict (account, address) do update set right_at = excluded.right_at;
end $$;
revoke execute on function public.clear_admin_tries(text, text) from public, anon, authenticated;
grant execute on function public.clear_admin_tries(text, text) to service_role;

create function public.forget_rates() returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < private.clock() - interval '1 day';
  select pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  delete from private.admin_tries where tried_at < private.clock() - interval '1 day';
  delete from private.admin_addresses where right_at < private.clock() - interval '30 days';
$$;
revoke execute on function public.forget_rates() from public, anon, authenticated;
grant execute on function public.forget_rates() to service_role;

create or replace function private.grant_credits_to(p_user text, p_amount integer, p_reason text, p_key text default gen_random_uuid()::text)
returns text language plpgsql set search_path = '' as $$
declare
  found_users jsonb := public.find_credit_users(p_user);
  answer jsonb;
begin
  if jsonb_array_length(found_users) = 0 then
    raise exception 'No user with the e-mail address or id "%" has ever signed in. Nothing was granted.', p_user;
  elsif jsonb_array_length(found_users) > 1 then
    raise exception 'Several users have the e-mail address "%": give the id of one of them. Nothing was granted. %', p_user,
      (select string_agg(u->>'id', ', ') from jsonb_array_elements(found_users) as u);
  end if;
  answer := public.grant_admin_credits((found_users->0->>'id')::uuid, p_amount, p_reason, session_user, p_key);
  case answer->>'outcome'
    when 'granted' then null;
    when 'exists' then
      return format('Granted before with this key: nothing was added. %s has %s credits.',
        answer->'user'->>'email', answer->'user'->>'credits');
    when 'bad_amount' then raise exception 'Give 1 to 1000000 credits. Nothing was granted.';
    when 'bad_reason' then raise exception 'Give a reason of 1 to 200 characters. Nothing was granted.';
    when 'balance_full' then raise exception 'The account cannot hold that many credits more. Nothing was granted.';
    else raise exception 'This key was used for another grant. Nothing was granted.';
  end case;
  return format('Granted %s credits to %s, who now has %s.', p_amount, answer->'user'->>'email', answer->'user'->>'credits');
end $$;

create or replace function public.list_costs(p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(costed) - 'costed_at' order by costed_at desc), '[]'::jsonb) from (
    select t.job_id, t.provider, t.cost, t.cost_unit, t.costed_at, j.model, j.credits,
      to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end as settlement
    from private.provider_tasks t
    join public.jobs j on j.id = t.job_id
    join private.credit_holds h on h.job_id = t.job_id
    where t.costed_at is not null
    order by t.costed_at desc limit p_limit) as costed
$$;

create function private.set_alert(p_name text, p_is_firing boolean) returns void language sql set search_path = '' as $$
  insert into private.alerts as a (name, is_firing, since, due_at)
  values (p_name, p_is_firing, private.clock(), private.clock())
  on conflict (name) do update set is_firing = excluded.is_firing, since = excluded.since where a.is_firing <> excluded.is_firing
$$;
revoke execute on function private.set_alert(text, boolean) from public;
grant execute on function private.set_alert(text, boolean) to service_role;

create function public.take_alerts(p_sweeps boolean) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  swept timestamptz := (select finished_at from private.last_sweep);
  first_look timestamptz := (select since from private.alerts where name = 'sweep_silent');
  budget integer := (select daily_credits_budget from private.credit_settings);
  spent bigint := private.submitted_today();
  undelivered integer := (select count(*) from (
    select from private.provider_tasks t join public.jobs j on j.id = t.job_id
    where t.delivery_failed_at > moment - interval '1 hour' and j.status <> 'succeeded' limit 1000) as jobs);
  was jsonb := coalesce((select jsonb_object_agg(name, is_firing) from private.alerts), '{}');
  told jsonb;
begin
  -- Before the first sweep, the time counts from the first look.
  perform private.set_alert('sweep_silent', coalesce(p_sweeps and (coalesce(swept, first_look) < moment - interval '5 minutes'
    or swept is null and (was->>'sweep_silent')::boolean), false));
  perform private.set_alert('budget_spent',
    coalesce(spent >= budget * case when (was->>'budget_spent')::boolean then 0.7 else 0.8 end, false));
  perform private.set_alert('deliveries_failing', undelivered >= case when (was->>'deliveries_failing')::boolean then 5 else 10 end);
  with taken as (
    update private.alerts set tries = tries + 1, due_at = moment + least(60, 2 ^ least(tries, 10)) * interval '1 minute'
    where is_told <> is_firing and (due_at <= moment or due_at > moment + interval '1 hour')
    returning name, is_firing, since
  )
  select jsonb_agg(jsonb_build_object(
    'name', name, 'is_firing', is_firing, 'since', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'facts', case name
      when 'sweep_silent' then jsonb_build_object('last_sweep', to_char(swept at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      when 'budget_spent' then jsonb_build_object('spent', spent, 'budget', budget)
      when 'deliveries_failing' then jsonb_build_object('videos', undelivered)
      else '{}' end) order by name) into told from taken;
  return coalesce(told, '[]');
end $$;
revoke execute on function public.take_alerts(boolean) from public, anon, authenticated;
grant execute on function public.take_alerts(boolean) to service_role;

create function public.end_alert(p_name text, p_is_firing boolean) returns void language sql set search_path = '' as $$
  update private.alerts set is_told = p_is_firing, tries = 0, due_at = private.clock() + interval '10 minutes' where name = p_name
$$;
revoke execute on function public.end_alert(text, boolean) from public, anon, authenticated;
grant execute on function public.end_alert(text, boolean) to service_role;
