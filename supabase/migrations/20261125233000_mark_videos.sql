-- What a stored video says about its origin by itself.
alter table public.jobs
  -- ai, algorithm: XMP in the file says so. credentials: Content Credentials (C2PA) do. Null: the file says nothing, or nobody looked.
  add column video_mark text check (video_mark in ('ai', 'algorithm', 'credentials'));

-- Settles the job by its first outcome: p_video (path, duration_seconds, bytes, mark) captures, a failure code releases. A captured
-- video is no longer to be deleted. Returns the job as it stands.
drop function public.settle_job(uuid, jsonb, text, text);
create function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  settlement text;
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  settlement := private.settle_hold(p_job_id, case when p_video is null then 'release' else 'capture' end);
  if p_video is not null and settlement = 'captured' then
    update public.jobs set status = 'succeeded', video_path = p_video->>'path',
      video_duration_seconds = (p_video->>'duration_seconds')::numeric, video_bytes = (p_video->>'bytes')::bigint,
      video_mark = p_video->>'mark', finished_at = now()
    where id = p_job_id and finished_at is null;
    delete from private.files_to_delete f using public.jobs j
    where j.id = p_job_id and f.job_id = p_job_id and f.bucket = 'videos' and f.path = j.video_path;
  elsif p_video is null and settlement = 'released' then
    update public.jobs set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id);
end $$;
revoke execute on function public.settle_job(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.settle_job(uuid, jsonb, text, text) to service_role;
