-- Every delivery of a video writes to a path of its own, which the database gives with the claim and lists for deletion in
-- the same step. Only the capture takes it off the list: a file that failed its check, or whose server died or came too
-- late, goes by itself, and no delivery can write over what another one has checked. Paths name the job and no account.
alter table private.vendor_tasks add column delivering_path text;
-- When the finished file was first found missing.
alter table private.vendor_tasks add column file_missing_since timestamptz;

alter table private.files_to_delete drop constraint files_to_delete_pkey;
alter table private.files_to_delete add primary key (bucket, path);
-- Until then somebody may still write the file: once deleted, it could come again.
alter table private.files_to_delete add column uploading_until timestamptz;
-- A delivery that was cut off before this migration wrote to the path it is listed by.
update private.files_to_delete f set uploading_until = v.delivering_until + interval '5 minutes'
from private.vendor_tasks v where v.job_id = f.job_id and f.bucket = 'videos' and v.delivering_until is not null;
create index files_to_delete_job_id_idx on private.files_to_delete (job_id);

-- Lets one caller at a time store the finished video of an open job, for 45 s. Answers where; null for everybody else. No
-- upload outlives 10 minutes.
drop function public.claim_delivery(uuid, timestamptz);
create function public.claim_delivery(p_job_id uuid, p_now timestamptz default null) returns text language plpgsql set search_path = '' as $$
declare
  video text := p_job_id || '/' || gen_random_uuid() || '.mp4';
begin
  p_now := private.clock(p_now);
  update private.vendor_tasks set delivering_until = p_now + interval '45 seconds', delivering_path = video
  where job_id = p_job_id and (delivering_until is null or delivering_until < p_now)
    and exists (select 1 from public.generations where id = p_job_id and finished_at is null);
  if not found then
    return null;
  end if;
  insert into private.files_to_delete (job_id, bucket, path, due_at, uploading_until)
  values (p_job_id, 'videos', video, p_now + interval '10 minutes', p_now + interval '10 minutes');
  return video;
end $$;
revoke execute on function public.claim_delivery(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.claim_delivery(uuid, timestamptz) to service_role;

-- The delivery to this path is still under way. A claim that has run out is not renewed: it may be somebody else's by now.
drop function public.renew_delivery(uuid, timestamptz);
create function public.renew_delivery(p_job_id uuid, p_path text, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set delivering_until = private.clock(p_now) + interval '45 seconds'
  where job_id = p_job_id and delivering_path = p_path and delivering_until >= private.clock(p_now)
$$;
revoke execute on function public.renew_delivery(uuid, text, timestamptz) from public, anon, authenticated;
grant execute on function public.renew_delivery(uuid, text, timestamptz) to service_role;

-- The delivery to this path came to nothing; another one, which took the claim over, goes on.
drop function public.end_delivery(uuid);
create function public.end_delivery(p_job_id uuid, p_path text) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set delivering_until = null where job_id = p_job_id and delivering_path = p_path
$$;
revoke execute on function public.end_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.end_delivery(uuid, text) to service_role;

-- The finished file of this job is not there. Answers for how many seconds that has been known.
create function public.note_missing_file(p_job_id uuid, p_now timestamptz default null) returns integer language sql set search_path = '' as $$
  update private.vendor_tasks
  set file_missing_since = least(coalesce(file_missing_since, private.clock(p_now)), private.clock(p_now))
  where job_id = p_job_id returning floor(extract(epoch from private.clock(p_now) - file_missing_since))::integer
$$;
revoke execute on function public.note_missing_file(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.note_missing_file(uuid, timestamptz) to service_role;

-- The first outcome wins: p_video (path, duration_seconds, bytes) captures, a failure code releases. A captured video is no
-- longer to be deleted. Answers the job as it stands.
create or replace function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  settlement text;
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  settlement := private.settle_hold(p_job_id, case when p_video is null then 'release' else 'capture' end);
  if p_video is not null and settlement = 'captured' then
    update public.generations set status = 'succeeded', video_path = p_video->>'path',
      video_duration_seconds = (p_video->>'duration_seconds')::numeric, video_bytes = (p_video->>'bytes')::bigint, finished_at = now()
    where id = p_job_id and finished_at is null;
    delete from private.files_to_delete f using public.generations g
    where g.id = p_job_id and f.job_id = p_job_id and f.bucket = 'videos' and f.path = g.video_path;
  elsif p_video is null and settlement = 'released' then
    update public.generations set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id);
end $$;

-- Empties the job and lists its files for deletion, in one transaction. What deliveries stored beside its video is listed
-- already. outcome: deleted | open | not_found; files still listed.
drop function public.delete_job(uuid, uuid, text);
create function public.delete_job(p_job_id uuid, p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
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
    from (values ('videos', job.video_path), ('pictures', job.picture_path)) as file (bucket, path)
    where file.path is not null;
    update public.generations set deleted_at = now(), prompt = '', negative_prompt = '', failure_message = null,
      picture_path = null, video_path = null
    where id = p_job_id;
    -- A short prompt could be guessed from the sum of its request.
    update private.vendor_tasks set request_hash = '' where job_id = p_job_id;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'files', coalesce((
    select jsonb_agg(jsonb_build_object('bucket', bucket, 'path', path) order by bucket)
    from private.files_to_delete where job_id = p_job_id), '[]'::jsonb));
end $$;
revoke execute on function public.delete_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_job(uuid, uuid) to service_role;

-- Files a sweep should delete now; each comes up again in 10 minutes unless it is forgotten by then. Those of an open job
-- wait: one of its deliveries may yet be captured.
create or replace function public.take_files_to_delete(p_limit integer, p_now timestamptz default null) returns jsonb language plpgsql set search_path = '' as $$
declare
  taken jsonb;
begin
  p_now := private.clock(p_now);
  with due as (
    select f.bucket, f.path from private.files_to_delete f join public.generations g on g.id = f.job_id
    where f.due_at <= p_now and g.finished_at is not null
    order by f.due_at limit p_limit for update of f skip locked
  ), moved as (
    update private.files_to_delete f set due_at = p_now + interval '10 minutes'
    from due where f.bucket = due.bucket and f.path = due.path returning f.bucket, f.path
  )
  select jsonb_agg(to_jsonb(moved)) into taken from moved;
  return coalesce(taken, '[]'::jsonb);
end $$;

-- These files are gone from their bucket. One that somebody may still write stays listed.
drop function public.forget_deleted_files(uuid[], text, timestamptz);
create function public.forget_deleted_files(p_paths text[], p_bucket text, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete
  where bucket = p_bucket and path = any (p_paths) and (uploading_until is null or uploading_until <= private.clock(p_now))
$$;
revoke execute on function public.forget_deleted_files(text[], text, timestamptz) from public, anon, authenticated;
grant execute on function public.forget_deleted_files(text[], text, timestamptz) to service_role;
