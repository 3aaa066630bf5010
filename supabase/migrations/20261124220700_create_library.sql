-- What a user does with jobs: look at them, poll, stop and delete them.

-- Returns the owner's job, or null for an unknown id, a deleted job and another user's alike.
create function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select j from private.job_record(p_job_id) as j where (j->>'user_id')::uuid = p_user_id and j->>'deleted_at' is null
$$;
revoke execute on function public.get_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid) to service_role;

-- Counts a poll, reads the owner's job, and has the sweep leave that job alone for a while, in one call. wait: seconds until the
-- user may ask again; 0 when this poll was within the rate. job: null above the rate, and for what get_job does not show.
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

-- Returns where these jobs stand, for status answers that wait for news (decision 031): one look for all that one server has waiting.
create function public.look_at_jobs(p_job_ids uuid[]) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'status', status, 'queued', queued)), '[]'::jsonb)
  from public.jobs where id = any (p_job_ids)
$$;
revoke execute on function public.look_at_jobs(uuid[]) from public, anon, authenticated;
grant execute on function public.look_at_jobs(uuid[]) to service_role;

-- Keeps the sweep away for 30 s: a browser's poll is a look at the provider too.
create function public.touch_job(p_job_id uuid) returns void language sql set search_path = '' as $$
  update private.provider_tasks set due_at = greatest(due_at, private.clock() + interval '30 seconds')
  where job_id = p_job_id and due_at is not null
$$;
revoke execute on function public.touch_job(uuid) from public, anon, authenticated;
grant execute on function public.touch_job(uuid) to service_role;

-- Returns a page of the user's jobs: at most p_limit, older than the job named by time and id (none named: from the newest). Filters:
-- those whose prompt holds p_search, those of p_model, those that failed, and those with sound. p_silent lists what makes none, each
-- 'provider/model/mode'; jobs that failed have no sound either, unless p_failed asks for them. The index gives the order: a page that
-- fills early reads little, a search that finds nothing reads the prompts of one user and of nobody else.
create function public.list_jobs(
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
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[])
  from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[]) to service_role;

-- Returns a page of the user's entries with the balance after each, and beside each movement of a job the beginning of its prompt, as
-- far as a name needs it; null for what has no video that could be gone to: a grant, an unsent hold, and a deleted job.
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

-- Stops a job that was held and never submitted. For any other one it notes the wish, before the provider is asked, and lets one
-- caller at a time ask the provider, for a minute. The hold's lock decides against a create of the same job: exactly one of the two
-- wins. outcome: stopped | already_finished | ask (the provider, now) | busy (another caller asks) | unsent (the provider's task id
-- is not known) | not_found; job where there is one, else hold.
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

-- Ends the request to the provider. p_too_late: it refused, so the wish is over; else it gave no answer, and will be asked again.
create function public.end_cancel(p_job_id uuid, p_too_late boolean) returns void language plpgsql set search_path = '' as $$
begin
  if p_too_late then
    update private.credit_holds set cancel_requested_at = null where job_id = p_job_id and state = 'started';
  end if;
  update private.provider_tasks set cancelling_until = null where job_id = p_job_id;
end $$;
revoke execute on function public.end_cancel(uuid, boolean) from public, anon, authenticated;
grant execute on function public.end_cancel(uuid, boolean) to service_role;

-- Files that may still be in Storage and should not be: the list outlives a server that dies between record and file.
create table private.files_to_delete (
  job_id uuid not null references public.jobs (id) on delete restrict,
  bucket text not null,
  path text not null,
  due_at timestamptz not null default now(),
  -- Until then somebody may still write the file: once deleted, it could come again.
  uploading_until timestamptz,
  primary key (bucket, path)
);
create index files_to_delete_due_at_idx on private.files_to_delete (due_at);
create index files_to_delete_job_id_idx on private.files_to_delete (job_id);
alter table private.files_to_delete enable row level security;
grant select, insert, update, delete on private.files_to_delete to service_role;

-- Empties the job and lists its files for deletion, in one transaction. What deliveries stored beside its video is listed already.
-- Its lock lets references to the job pass: a delivery that claims the task adds one.
-- outcome: deleted | open | not_found; files still listed.
create function public.delete_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
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
revoke execute on function public.delete_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_job(uuid, uuid) to service_role;

-- Takes files that a sweep should delete now; each comes up again in 10 minutes unless it is forgotten by then. Those of an open job
-- wait: one of its deliveries may yet be captured.
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

-- Forgets files that are gone from their bucket. One that somebody may still write stays listed.
create function public.forget_deleted_files(p_paths text[], p_bucket text) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete
  where bucket = p_bucket and path = any (p_paths) and (uploading_until is null or uploading_until <= private.clock())
$$;
revoke execute on function public.forget_deleted_files(text[], text) from public, anon, authenticated;
grant execute on function public.forget_deleted_files(text[], text) to service_role;
