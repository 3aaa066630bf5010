-- A delivery is claimed for 45 s and renewed while it lives: where its server dies, or loses the database, any other one may
-- deliver that soon, and not five minutes later.

-- Lets one caller at a time fetch and store a finished video.
create or replace function public.claim_delivery(p_job_id uuid, p_now timestamptz) returns boolean language plpgsql set search_path = '' as $$
begin
  update private.vendor_tasks set delivering_until = p_now + interval '45 seconds'
  where job_id = p_job_id and (delivering_until is null or delivering_until < p_now);
  return found;
end $$;

-- The delivery is still under way. A claim that has run out is not renewed: it may be somebody else's by now.
create function public.renew_delivery(p_job_id uuid, p_now timestamptz) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set delivering_until = p_now + interval '45 seconds'
  where job_id = p_job_id and delivering_until >= p_now
$$;
revoke execute on function public.renew_delivery(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.renew_delivery(uuid, timestamptz) to service_role;

-- The files of these jobs are gone from this bucket. A job whose delivery may still be under way stays listed: its video
-- could be stored after it was deleted, also for five minutes after its claim, by a server that could not renew it.
create or replace function public.forget_deleted_files(p_job_ids uuid[], p_bucket text, p_now timestamptz) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete f using private.vendor_tasks v
  where f.job_id = any (p_job_ids) and f.bucket = p_bucket and v.job_id = f.job_id
    and (v.delivering_until is null or v.delivering_until <= p_now - interval '5 minutes')
$$;
