-- The poster of a video, and the peaks of its sound (docs/decisions/012-shared-videos-and-posters.md). Each is stored once: by the
-- server that delivers the video if it can decode, or by the first browser of the owner that draws it. A path names no job, because
-- strangers see it in a signed address.

-- Returns a path for the poster of the owner's video, and lists it for deletion in case the poster is never saved. Null for a job that
-- get_job does not show, one without a video, one that may not be shared, and one that has a poster, or whose poster is being uploaded.
create function public.reserve_poster_path(p_job_id uuid, p_user_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  poster text := gen_random_uuid() || '.webp';
begin
  -- The lock lets callers of one job take turns.
  perform from public.jobs
  where id = p_job_id and user_id = p_user_id and video_path is not null and poster_path is null and sharing_blocked_at is null
  for no key update;
  if not found or exists (
    select from private.files_to_delete
    where job_id = p_job_id and bucket = 'videos' and path like '%.webp' and uploading_until > private.clock())
  then
    return null;
  end if;
  perform private.list_upload(p_job_id, 'videos', poster);
  return poster;
end $$;
revoke execute on function public.reserve_poster_path(uuid, uuid) from public, anon, authenticated;
grant execute on function public.reserve_poster_path(uuid, uuid) to service_role;

-- Makes an uploaded file the poster of its video, unless the video is deleted, has another poster, or may no longer be shared, or the
-- file may be deleted at any moment. Returns whether it is the poster now.
create function public.save_poster(p_job_id uuid, p_path text, p_width integer, p_height integer, p_bytes integer) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.jobs set poster_path = p_path, poster_width = p_width, poster_height = p_height, poster_bytes = p_bytes
  where id = p_job_id and video_path is not null and poster_path is null and sharing_blocked_at is null and exists (
    select from private.files_to_delete
    where job_id = p_job_id and bucket = 'videos' and path = p_path and uploading_until > private.clock());
  if found then
    delete from private.files_to_delete where bucket = 'videos' and path = p_path;
  end if;
  return found;
end $$;
revoke execute on function public.save_poster(uuid, text, integer, integer, integer) from public, anon, authenticated;
grant execute on function public.save_poster(uuid, text, integer, integer, integer) to service_role;

-- Saves the peaks of the owner's video, unless it has some.
create function public.save_peaks(p_job_id uuid, p_user_id uuid, p_peaks integer[]) returns void language sql set search_path = '' as $$
  update public.jobs set peaks = p_peaks
  where id = p_job_id and user_id = p_user_id and video_path is not null and peaks is null
$$;
revoke execute on function public.save_peaks(uuid, uuid, integer[]) from public, anon, authenticated;
grant execute on function public.save_peaks(uuid, uuid, integer[]) to service_role;
