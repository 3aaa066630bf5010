-- Every delivery of a video writes to a path of its own, which the database gives with the claim and lists for deletion in the same
-- step. Only the capture takes it off the list: a file that failed its check, or whose server died or came too late, goes by itself,
-- and no delivery can write over what another one has checked. Paths name the job and no account.

-- Lets one caller at a time store the finished video of an open job, for 45 s, and nobody while the last failure puts it off.
-- Returns where; null for everybody else. No upload outlives 10 minutes.
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

-- Renews the claim of the delivery to this path. A claim that has run out is not renewed: it may be somebody else's by now.
create function public.renew_delivery(p_job_id uuid, p_path text) returns void language sql set search_path = '' as $$
  update private.provider_tasks set delivering_until = private.clock() + interval '45 seconds'
  where job_id = p_job_id and delivering_path = p_path and delivering_until >= private.clock()
$$;
revoke execute on function public.renew_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.renew_delivery(uuid, text) to service_role;

-- Ends a delivery that came to nothing, which puts the next one off; another one, which took the claim over, goes on.
create function public.end_delivery(p_job_id uuid, p_path text) returns void language sql set search_path = '' as $$
  update private.provider_tasks
  set delivering_until = null, delivery_failures = delivery_failures + 1, delivery_failed_at = private.clock()
  where job_id = p_job_id and delivering_path = p_path and delivering_until is not null
$$;
revoke execute on function public.end_delivery(uuid, text) from public, anon, authenticated;
grant execute on function public.end_delivery(uuid, text) to service_role;

-- Records that the finished file of this job is not there. Returns for how many seconds that has been known.
create function public.note_missing_file(p_job_id uuid) returns integer language sql set search_path = '' as $$
  update private.provider_tasks
  set file_missing_since = least(coalesce(file_missing_since, private.clock()), private.clock())
  where job_id = p_job_id returning floor(extract(epoch from private.clock() - file_missing_since))::integer
$$;
revoke execute on function public.note_missing_file(uuid) from public, anon, authenticated;
grant execute on function public.note_missing_file(uuid) to service_role;
