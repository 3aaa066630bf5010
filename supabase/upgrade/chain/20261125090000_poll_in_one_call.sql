-- A poll is one call: it is counted, the owner's job is read, and the sweep leaves that job alone for a while. wait: seconds until the
-- user may ask again; 0 when this poll was within the rate. job: null above the rate, and for what get_job does not show.
create function public.poll_job(
  p_job_id uuid, p_user_id uuid, p_limit integer, p_window_seconds integer, p_now timestamptz default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  wait integer := public.take_rate('status:' || p_user_id, p_limit, p_window_seconds, private.clock(p_now));
  job jsonb;
begin
  if wait = 0 then
    job := public.get_job(p_job_id, p_user_id, private.clock(p_now));
  end if;
  if job is not null then
    perform public.touch_job(p_job_id, private.clock(p_now));
  end if;
  return jsonb_build_object('wait', wait, 'job', job);
end $$;
revoke execute on function public.poll_job(uuid, uuid, integer, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.poll_job(uuid, uuid, integer, integer, timestamptz) to service_role;
