-- Our own copy of every finished video with its poster, and of every uploaded image and voice, which share a bucket. Private, and
-- without any policy: browsers get signed addresses from the API, which checks the owner. Both are stored for a provider to fetch.
-- Providers document JPEG and PNG only: the browser turns all else into JPEG. Of sounds, all document MP3 and WAV. A PostgreSQL
-- without Supabase Storage has no buckets to make.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('videos', 'videos', false, 209715200, array['video/mp4', 'image/webp']),
      ('images', 'images', false, 10485760, array['image/jpeg', 'image/png', 'audio/mpeg', 'audio/wav'])
    on conflict (id) do nothing;
  end if;
end $$;

-- Files that may still be in Storage but should be deleted. The list survives a server crash between the record and the
-- file.
create table private.files_to_delete (
  -- Null for an uploaded image or voice.
  job_id uuid references public.jobs (id) on delete restrict,
  bucket text not null,
  path text not null,
  due_at timestamptz not null default now(),
  -- The time until which an upload can still write the file. A file that was deleted earlier could be written again.
  uploading_until timestamptz,
  primary key (bucket, path)
);
create index files_to_delete_due_at_idx on private.files_to_delete (due_at);
create index files_to_delete_job_id_idx on private.files_to_delete (job_id);
alter table private.files_to_delete enable row level security;
grant select, insert, update, delete on private.files_to_delete to service_role;

-- Lists a file for deletion 10 minutes after its upload begins. No upload takes longer. If the record is deleted in the
-- meantime, or the server crashes, the file is deleted then. Otherwise the file is removed from the list.
create function private.list_upload(p_job_id uuid, p_bucket text, p_path text) returns void language sql set search_path = '' as $$
  insert into private.files_to_delete as f (job_id, bucket, path, due_at, uploading_until)
  values (p_job_id, p_bucket, p_path, private.clock() + interval '10 minutes', private.clock() + interval '10 minutes')
  on conflict (bucket, path) do update set due_at = excluded.due_at, uploading_until = excluded.uploading_until
$$;
revoke execute on function private.list_upload(uuid, text, text) from public;
grant execute on function private.list_upload(uuid, text, text) to service_role;

-- Returns whether a record keeps the listed file: one that was uploaded, or the image that came with a job.
create function private.keeps_file(file private.files_to_delete) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return file.bucket = 'images' and (
    exists (select from private.files where path = file.path and deleting_at is null)
    or exists (select from public.jobs where id = file.job_id and image_path = file.path));
end $$;
revoke execute on function private.keeps_file(private.files_to_delete) from public;
grant execute on function private.keeps_file(private.files_to_delete) to service_role;

-- Claims files for a sweep to delete. Uploaded files that a record needs are removed from the list. A claimed file is
-- claimed again after 10 minutes unless it was cleared. Files of an open job wait, because one of its deliveries may
-- still be captured.
create function public.claim_files_to_delete(p_limit integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  claimed jsonb;
begin
  delete from private.files_to_delete where (bucket, path) in (
    select f.bucket, f.path from private.files_to_delete f
    where f.due_at <= moment and f.uploading_until <= moment and private.keeps_file(f) for update skip locked);
  with due as (
    select f.bucket, f.path from private.files_to_delete f left join public.jobs j on j.id = f.job_id
    where f.due_at <= moment and (f.job_id is null or j.finished_at is not null) and not private.keeps_file(f)
    order by f.due_at limit p_limit for update of f skip locked
  ), moved as (
    update private.files_to_delete f set due_at = moment + interval '10 minutes'
    from due where f.bucket = due.bucket and f.path = due.path returning f.bucket, f.path
  )
  select jsonb_agg(to_jsonb(moved)) into claimed from moved;
  return coalesce(claimed, '[]'::jsonb);
end $$;
revoke execute on function public.claim_files_to_delete(integer) from public, anon, authenticated;
grant execute on function public.claim_files_to_delete(integer) to service_role;

-- Removes deleted files from the list. A file that an upload can still write remains listed.
create function public.clear_deleted_files(p_paths text[], p_bucket text) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete
  where bucket = p_bucket and path = any (p_paths) and (uploading_until is null or uploading_until <= private.clock())
$$;
revoke execute on function public.clear_deleted_files(text[], text) from public, anon, authenticated;
grant execute on function public.clear_deleted_files(text[], text) to service_role;

-- Each delivery of a video writes to its own path. The claim generates the path and lists it for deletion in one step.
-- Only the capture removes the path from the list. So failed or late files are deleted automatically, and no delivery
-- overwrites a checked file. Paths contain the job ID but no account ID.

-- Returns the seconds until the next delivery of this job, or 0. Each failed delivery delays the next one. The delay
-- starts at 5 seconds, and doubles each time up to 2 minutes. A missing file is requested once more after 5 minutes,
-- when it counts as lost. A failure in the future, recorded before the clock was set back, delays nothing.
create function private.delivery_wait(task private.provider_tasks) returns integer language sql stable set search_path = '' as $$
  select case when due > moment and task.delivery_failed_at <= moment then ceil(extract(epoch from due - moment))::integer else 0 end
  from (select least(
    task.delivery_failed_at + least(120, 5 * 2 ^ least(task.delivery_failures - 1, 10)) * interval '1 second',
    case when task.file_missing_since + interval '5 minutes' > task.delivery_failed_at
      then task.file_missing_since + interval '5 minutes' end) as due, private.clock() as moment) as next
$$;
revoke execute on function private.delivery_wait(private.provider_tasks) from public;
grant execute on function private.delivery_wait(private.provider_tasks) to service_role;

-- Claims the delivery of an open job for 45 seconds, unless the last failure still delays it. Only one caller has the
-- claim. If that caller crashes, the job is checked right after. Returns the path, or null for other callers. No upload
-- takes longer than 10 minutes.
create function public.claim_delivery(p_job_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  video text := p_job_id || '/' || gen_random_uuid() || '.mp4';
begin
  update private.provider_tasks t set delivering_until = moment + interval '45 seconds', delivering_path = video,
    due_at = least(t.due_at, moment + interval '45 seconds')
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

-- Renews the claim of the delivery to this path. An expired claim isn't renewed, because another caller may have a new
-- one.
create function public.renew_delivery(p_job_id uuid, p_path text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set delivering_until = private.clock() + interval '45 seconds'
  where job_id = p_job_id and delivering_path = p_path and delivering_until >= private.clock()
$$;
revoke execute on function public.renew_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.renew_delivery(uuid, text) to service_role;

-- Ends a failed delivery, and delays the next one. Doesn't affect a delivery that has a newer claim.
create function public.fail_delivery(p_job_id uuid, p_path text) returns void language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks
  set delivering_until = null, delivery_failures = delivery_failures + 1, delivery_failed_at = private.clock()
  where job_id = p_job_id and delivering_path = p_path and delivering_until is not null;
  if found then
    update private.provider_tasks t set due_at = least(t.due_at, private.clock() + make_interval(secs => private.delivery_wait(t)))
    where job_id = p_job_id and due_at is not null;
  end if;
end $$;
revoke execute on function public.fail_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.fail_delivery(uuid, text) to service_role;

-- Records that the finished file of this job is missing. Returns the seconds since the first such record.
create function public.record_missing_file(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set file_missing_since = least(coalesce(file_missing_since, private.clock()), private.clock())
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - file_missing_since))::integer
$$;
revoke execute on function public.record_missing_file(uuid) from public, anon, authenticated;
grant execute on function public.record_missing_file(uuid) to service_role;


-- An image or a voice that a user uploaded, stored once for all jobs and members of the cast that use it. Its file is in
-- the bucket images.
create table private.files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  sha256 text not null,
  path text not null unique,
  bytes integer not null default 0 check (bytes >= 0),
  -- The length of a voice. Null for an image.
  seconds numeric check (seconds > 0 and seconds <= 60),
  -- The time of the upload, or of the last start of a job or change of the cast with this file. A day later, the file is
  -- deleted unless a job or a member of the cast uses it.
  used_at timestamptz not null default now(),
  -- The time when the deletion of the file began. From then on, no job may use it.
  deleting_at timestamptz
);
create unique index files_content_key on private.files (user_id, sha256) where deleting_at is null;
create index files_user_id_idx on private.files (user_id);
create index files_used_at_idx on private.files (used_at);
alter table private.files enable row level security;
grant select, insert, update, delete on private.files to service_role;
create trigger files_refuse_deleted before insert on private.files
  for each row execute function private.refuse_deleted_account();

-- The images of a job, in order, and its voice. A job starts with a voice only if its user confirmed the consent.
create table private.job_files (
  job_id uuid not null references public.jobs (id) on delete restrict,
  position integer not null,
  role text not null check (role in ('first', 'last', 'character', 'object', 'style', 'voice')),
  file_id uuid not null references private.files (id) on delete restrict,
  primary key (job_id, position)
);
create unique index job_files_voice_key on private.job_files (job_id) where role = 'voice';
create index job_files_file_id_idx on private.job_files (file_id);
alter table private.job_files enable row level security;
grant select, insert, delete on private.job_files to service_role;

-- Locks the files of a new job, [{id, role}]. They must belong to the job's user, and their deletion must not have begun.
-- Only a voice can have the role voice, and an image of the cast has no role. Locks them in a fixed order, so that two
-- callers can't deadlock. Returns false unless all of them exist.
create function private.lock_files(p_user_id uuid, p_files jsonb) returns boolean language plpgsql set search_path = '' as $$
declare
  wanted uuid[] := array(select distinct id from jsonb_to_recordset(coalesce(p_files, '[]')) as file (id uuid));
  is_mixed_up boolean := exists (
    select from jsonb_to_recordset(coalesce(p_files, '[]')) as file (id uuid, role text) join private.files p using (id)
    where (p.seconds is not null) <> (file.role is not distinct from 'voice'));
  found_ids uuid[];
begin
  select array_agg(id) into found_ids from (
    select id from private.files
    where id = any (wanted) and user_id = p_user_id and deleting_at is null order by id for no key update) as locked;
  return not is_mixed_up and cardinality(wanted) = coalesce(cardinality(found_ids), 0);
end $$;
revoke execute on function private.lock_files(uuid, jsonb) from public;
grant execute on function private.lock_files(uuid, jsonb) to service_role;

-- Schedules the files of a user's finished job for deletion as soon as no job uses them. Call it before locking the
-- job.
create function private.release_files(p_user_id uuid, p_job_id uuid) returns void language sql set search_path = '' as $$
  update private.files set used_at = '-infinity' where id in (
    select p.id from private.files p
    join private.job_files jp on jp.file_id = p.id
    join public.jobs j on j.id = jp.job_id
    where j.id = p_job_id and j.user_id = p_user_id and j.finished_at is not null
    order by p.id for no key update of p)
$$;
revoke execute on function private.release_files(uuid, uuid) from public;
grant execute on function private.release_files(uuid, uuid) to service_role;

-- Records an image, or a voice of p_seconds, and lists its file before the upload. Returns its id and path, the same for
-- the same content while it exists. Uploads are free, so the user's files that neither a job nor the cast uses are limited
-- to p_max and p_max_bytes.
-- outcome: saved | too_many. Also returns id and path.
create function public.save_file(
  p_user_id uuid, p_sha256 text, p_extension text, p_bytes integer, p_max integer, p_max_bytes bigint,
  p_seconds numeric default null)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  new_id uuid := gen_random_uuid();
  saved private.files;
  unused record;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.files.user_id:' || p_user_id, 0));
  select count(*) as files, coalesce(sum(bytes), 0) + p_bytes as bytes into unused from private.files p
  where user_id = p_user_id and not exists (select from private.job_files jp where jp.file_id = p.id)
    and not exists (select from private.cast_images c where c.image_id = p.id)
    and not exists (select from private.cast_members m where m.voice_id = p.id);
  if (unused.files >= p_max or unused.bytes > p_max_bytes) and not exists (
    select from private.files where user_id = p_user_id and sha256 = p_sha256 and deleting_at is null) then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into private.files as p (id, user_id, sha256, path, bytes, seconds, used_at)
  values (new_id, p_user_id, p_sha256, new_id || '.' || p_extension, p_bytes, p_seconds, private.clock())
  on conflict (user_id, sha256) where deleting_at is null do update set used_at = excluded.used_at
  returning * into saved;
  perform private.list_upload(null, 'images', saved.path);
  return jsonb_build_object('outcome', 'saved', 'id', saved.id, 'path', saved.path);
end $$;
revoke execute on function public.save_file(uuid, text, text, integer, integer, bigint, numeric) from public, anon, authenticated;
grant execute on function public.save_file(uuid, text, text, integer, integer, bigint, numeric) to service_role;

-- Returns the length of the user's voice in seconds. Null if the voice doesn't exist, or is being deleted.
create function public.get_voice_seconds(p_user_id uuid, p_id uuid) returns numeric language sql stable set search_path = '' as $$
  select seconds from private.files where id = p_id and user_id = p_user_id and deleting_at is null
$$;
revoke execute on function public.get_voice_seconds(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_voice_seconds(uuid, uuid) to service_role;

-- Claims unused files for deletion, a day after their last use. A claimed file is claimed again after 10 minutes
-- unless it was deleted.
create function public.claim_unused_files(p_limit integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  claimed jsonb;
begin
  with due as (
    select p.id from private.files p
    where p.used_at < moment - interval '1 day' and (p.deleting_at is null or p.deleting_at < moment - interval '10 minutes')
      and not exists (select from private.job_files jp where jp.file_id = p.id)
      and not exists (select from private.cast_images c where c.image_id = p.id)
      and not exists (select from private.cast_members m where m.voice_id = p.id)
    order by p.used_at limit p_limit for update skip locked
  ), moved as (
    update private.files p set deleting_at = moment from due where p.id = due.id returning p.id, p.path
  )
  select jsonb_agg(to_jsonb(moved)) into claimed from moved;
  return coalesce(claimed, '[]'::jsonb);
end $$;
revoke execute on function public.claim_unused_files(integer) from public, anon, authenticated;
grant execute on function public.claim_unused_files(integer) to service_role;

-- Deletes the records of deleted files.
create function public.delete_files(p_ids uuid[]) returns void language sql set search_path = '' as $$
  delete from private.files where id = any (p_ids) and deleting_at is not null
$$;
revoke execute on function public.delete_files(uuid[]) from public, anon, authenticated;
grant execute on function public.delete_files(uuid[]) to service_role;
