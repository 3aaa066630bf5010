-- A job from request to outcome. Status and credits always move in one transaction.

-- The job as the gateway needs it, or null.
create function private.job_record(p_job_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'elapsed_seconds', floor(extract(epoch from now() - g.created_at))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;
revoke execute on function private.job_record(uuid) from public;
grant execute on function private.job_record(uuid) to service_role;

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step
-- after which the vendor may be called, and only by the caller that got 'started'.
-- outcome: started | exists | too_many_open | insufficient | price_changed | unknown_model | spent | key_mismatch; job when there is one.
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  held jsonb;
  hold private.credit_holds;
  job jsonb;
begin
  job := private.job_record(p_job_id);
  if job is not null then
    return case when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  held := public.hold_credits(p_user_id, p_job_id, 'video_generation', p_request->>'model', p_price, p_request->>'description');
  if held->>'outcome' not in ('held', 'exists') then
    return held;
  end if;
  select * into strict hold from private.credit_holds where job_id = p_job_id for update;
  if hold.state <> 'open' then
    -- Between the first look and the lock another request started it.
    job := private.job_record(p_job_id);
    return case when job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  -- One at a time per person, so that two starts cannot both be the last one allowed.
  perform 1 from private.credit_accounts where user_id = p_user_id for update;
  if (select count(*) from public.generations where user_id = p_user_id and finished_at is null) >= p_max_open then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'too_many_open');
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.generations (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed, generate_audio, picture_path)
  values (p_job_id, p_user_id, hold.source, hold.amount, p_request->>'mode', p_request->>'prompt', p_request->>'negative_prompt',
    (p_request->>'length_seconds')::integer, p_request->>'aspect_ratio', (p_request->>'seed')::integer, (p_request->>'generate_audio')::boolean, p_request->>'picture_path');
  insert into private.vendor_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer) to service_role;

-- The vendor answered with its task id.
create function public.record_vendor_task(p_job_id uuid, p_provider_task_id text) returns void language plpgsql set search_path = '' as $$
begin
  update private.vendor_tasks set provider_task_id = p_provider_task_id where job_id = p_job_id;
  update public.generations set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
end $$;
revoke execute on function public.record_vendor_task(uuid, text) from public, anon, authenticated;
grant execute on function public.record_vendor_task(uuid, text) to service_role;

-- The vendor's answer was lost: the job may or may not run there, so it is never created again and waits for the deadline.
create function public.mark_job_unknown(p_job_id uuid) returns void language sql set search_path = '' as $$
  update public.generations set status = 'unknown' where id = p_job_id and status = 'submitted'
$$;
revoke execute on function public.mark_job_unknown(uuid) from public, anon, authenticated;
grant execute on function public.mark_job_unknown(uuid) to service_role;

-- The owner's job, or null for an unknown id and for another person's alike..
create function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select j from private.job_record(p_job_id) as j where (j->>'user_id')::uuid = p_user_id
$$;
revoke execute on function public.get_job(uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid) to service_role;

-- Lets one caller at a time fetch and store a finished video. The claim ends after 5 minutes (longer than the fetch and
-- the upload may take together), so that a server that died in it blocks nobody.
create function public.claim_delivery(p_job_id uuid, p_now timestamptz) returns boolean language plpgsql set search_path = '' as $$
begin
  update private.vendor_tasks set delivering_until = p_now + interval '5 minutes'
  where job_id = p_job_id and (delivering_until is null or delivering_until < p_now);
  return found;
end $$;
revoke execute on function public.claim_delivery(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.claim_delivery(uuid, timestamptz) to service_role;

create function public.end_delivery(p_job_id uuid) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set delivering_until = null where job_id = p_job_id
$$;
revoke execute on function public.end_delivery(uuid) from public, anon, authenticated;
grant execute on function public.end_delivery(uuid) to service_role;

-- The first outcome wins: p_video (path, duration_seconds, bytes) captures, a failure code releases. Answers the job as it stands.
create function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
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
  elsif p_video is null and settlement = 'released' then
    update public.generations set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id);
end $$;
revoke execute on function public.settle_job(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.settle_job(uuid, jsonb, text, text) to service_role;
