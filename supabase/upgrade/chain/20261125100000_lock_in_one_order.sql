-- Every function locks in the order of docs/decisions/001-one-lock-per-job.md: two that took the job and its task the other way
-- round ended each other's transaction (40P01), and with it a charge or a refund.

-- The provider has the task, waiting in its queue or running.
create or replace function public.note_queued(p_job_id uuid, p_queued boolean) returns void language sql set search_path = '' as $$
  update public.generations set queued = p_queued where id = p_job_id and finished_at is null;
  update private.vendor_tasks set task_missing_since = null where job_id = p_job_id
$$;

-- Empties the job and lists its files for deletion, in one transaction. What deliveries stored beside its video is listed
-- already. Its lock lets references to the job pass: a delivery that claims the task adds one.
-- outcome: deleted | open | not_found; files still listed.
create or replace function public.delete_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  job public.generations;
begin
  select * into job from public.generations where id = p_job_id and user_id = p_user_id for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job.finished_at is null then
    return jsonb_build_object('outcome', 'open');
  end if;
  if job.deleted_at is null then
    update public.generations set deleted_at = now(), prompt = '', negative_prompt = '', failure_message = null,
      picture_path = null, video_path = null
    where id = p_job_id;
    -- A short prompt could be guessed from the sum of its request.
    update private.vendor_tasks set request_hash = '' where job_id = p_job_id;
    insert into private.files_to_delete (job_id, bucket, path)
    select p_job_id, file.bucket, file.path
    from (values ('videos', job.video_path), ('pictures', job.picture_path)) as file (bucket, path)
    where file.path is not null;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'files', coalesce((
    select jsonb_agg(jsonb_build_object('bucket', bucket, 'path', path) order by bucket)
    from private.files_to_delete where job_id = p_job_id), '[]'::jsonb));
end $$;

-- Windows and tries of a day ago say nothing any more, nor addresses of 30 days ago: the sweep drops them. A try locks two rows,
-- so it and this take turns.
create or replace function public.forget_rates(p_now timestamptz default null) returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < private.clock(p_now) - interval '1 day';
  select pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  delete from private.admin_tries where tried_at < private.clock(p_now) - interval '1 day';
  delete from private.admin_addresses where right_at < private.clock(p_now) - interval '30 days';
$$;
