-- A person deletes a finished job: what they wrote and showed goes, and its files; the row stays for the ledger's sake.
alter table public.generations add column deleted_at timestamptz;
alter table public.generations drop constraint generations_succeeded_has_video;
alter table public.generations add constraint generations_succeeded_has_video
  check (status <> 'succeeded' or video_path is not null or deleted_at is not null);
alter table public.generations add constraint generations_deleted_is_finished
  check (deleted_at is null or finished_at is not null);
-- Deleted means that nothing of the person's own is left: no prompt, no sentence of a vendor that may quote it, no path.
alter table public.generations add constraint generations_deleted_is_empty
  check (deleted_at is null or (prompt = '' and negative_prompt = '' and failure_message is null and picture_path is null and video_path is null));
alter policy generations_select_own on public.generations using (user_id = (select auth.uid()) and deleted_at is null);

-- Files of deleted jobs that may still be in Storage: the list outlives a server that dies between record and file.
create table private.files_to_delete (
  job_id uuid not null references public.generations (id) on delete restrict,
  bucket text not null,
  path text not null,
  due_at timestamptz not null default now(),
  primary key (job_id, bucket)
);
create index files_to_delete_due_at_idx on private.files_to_delete (due_at);
alter table private.files_to_delete enable row level security;
grant select, insert, update, delete on private.files_to_delete to service_role;

-- Empties the job and lists its files for deletion, in one transaction. p_video_path is listed even where no video is
-- recorded: a delivery that lost its race may have stored one. outcome: deleted | open | not_found; files still listed.
create function public.delete_job(p_job_id uuid, p_user_id uuid, p_video_path text) returns jsonb language plpgsql set search_path = '' as $$
declare
  job public.generations;
begin
  select * into job from public.generations where id = p_job_id and user_id = p_user_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job.finished_at is null then
    return jsonb_build_object('outcome', 'open');
  end if;
  if job.deleted_at is null then
    insert into private.files_to_delete (job_id, bucket, path)
    select p_job_id, file.bucket, file.path
    from (values ('videos', coalesce(job.video_path, p_video_path)), ('pictures', job.picture_path)) as file (bucket, path)
    where file.path is not null;
    update public.generations set deleted_at = now(), prompt = '', negative_prompt = '', failure_message = null,
      picture_path = null, video_path = null
    where id = p_job_id;
    -- A short prompt could be guessed from the sum of its request.
    update private.vendor_tasks set request_hash = '' where job_id = p_job_id;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'files', coalesce((
    select jsonb_agg(jsonb_build_object('job_id', job_id, 'bucket', bucket, 'path', path) order by bucket)
    from private.files_to_delete where job_id = p_job_id), '[]'::jsonb));
end $$;
revoke execute on function public.delete_job(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.delete_job(uuid, uuid, text) to service_role;

-- Files a sweep should delete now; each comes up again in 10 minutes unless it is forgotten by then.
create function public.take_files_to_delete(p_now timestamptz, p_limit integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  taken jsonb;
begin
  with due as (
    select job_id, bucket from private.files_to_delete where due_at <= p_now
    order by due_at limit p_limit for update skip locked
  ), moved as (
    update private.files_to_delete f set due_at = p_now + interval '10 minutes'
    from due where f.job_id = due.job_id and f.bucket = due.bucket returning f.job_id, f.bucket, f.path
  )
  select jsonb_agg(to_jsonb(moved)) into taken from moved;
  return coalesce(taken, '[]'::jsonb);
end $$;
revoke execute on function public.take_files_to_delete(timestamptz, integer) from public, anon, authenticated;
grant execute on function public.take_files_to_delete(timestamptz, integer) to service_role;

-- The files of these jobs are gone from this bucket. A job whose delivery may still be under way stays listed: its video
-- could be stored after it was deleted.
create function public.forget_deleted_files(p_job_ids uuid[], p_bucket text, p_now timestamptz) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete f using private.vendor_tasks v
  where f.job_id = any (p_job_ids) and f.bucket = p_bucket and v.job_id = f.job_id
    and (v.delivering_until is null or v.delivering_until <= p_now)
$$;
revoke execute on function public.forget_deleted_files(uuid[], text, timestamptz) from public, anon, authenticated;
grant execute on function public.forget_deleted_files(uuid[], text, timestamptz) to service_role;
