-- A create that does not match what its job holds (another price or model) can never start: what is held for it comes back
-- at once, and not with the sweep 15 minutes later. Only the person's own hold, and only while nothing has started.

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step
-- after which the vendor may be called, and only by the caller that got 'started'.
-- outcome: started | exists | too_many_open | insufficient | price_changed | unknown_model | spent | key_mismatch; job when there is one.
create or replace function public.start_job(
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
  if held->>'outcome' = 'key_mismatch' then
    -- hold_credits has locked it. Open, it was held for something else and nobody else's: it goes back now, and its key is spent.
    perform private.settle_hold(h.job_id, 'release') from private.credit_holds h
    where h.job_id = p_job_id and h.user_id = p_user_id and h.state = 'open';
  end if;
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
