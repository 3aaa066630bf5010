-- Refusals say what became of the credits that were held for their job.

-- Returns what became of the user's hold: held | captured | released | none, where the user has no hold with this id.
create function private.settlement_of(p_job_id uuid, p_user_id uuid) returns text language sql stable set search_path = '' as $$
  select coalesce((
    select case when state in ('captured', 'released') then state else 'held' end
    from private.credit_holds where job_id = p_job_id and user_id = p_user_id), 'none')
$$;
revoke execute on function private.settlement_of(uuid, uuid) from public;
grant execute on function private.settlement_of(uuid, uuid) to service_role;

-- Returns the answer to a request with the id of another job.
create function private.mismatch(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'key_mismatch', 'settlement', private.settlement_of(p_job_id, p_user_id))
$$;
revoke execute on function private.mismatch(uuid, uuid) from public;
grant execute on function private.mismatch(uuid, uuid) to service_role;

-- Sets credits aside for a job at today's price, once per job id; with p_capture the charge is final at once. Only a new hold meets
-- the limits: a job that holds its credits goes on. A model that is off has no price. The budget is checked again when the job starts.
-- p_api_key_id: the key that asks; null for the user's own session.
-- outcome: held | exists | insufficient | price_changed | unknown_model | spent | key_mismatch | key_ended | paused | daily_limit |
-- key_limit | budget_reached; available, price; for the last three retry_after_seconds (to the end of the day), and for daily_limit and
-- key_limit also limit and left, in credits. settlement, after this call: held | captured | released | none (the user has no hold with
-- this id).
drop function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid);
create function public.hold_credits(
  p_user_id uuid, p_job_id uuid, p_type text, p_source text, p_amount integer, p_description text, p_capture boolean default false,
  p_api_key_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
  api_key private.api_keys;
  settings private.credit_settings;
  today timestamptz := date_trunc('day', now(), 'UTC');
  today_credits bigint;
  price integer;
  outcome text := 'held';
  spendable integer;
  limits jsonb := '{}';
begin
  -- Before all other locks: whoever revokes the key waits for this hold, or comes first and is seen.
  select * into api_key from private.api_keys
  where id = p_api_key_id and user_id = p_user_id and expires_at > private.clock() for key share;
  select credits into price from private.model_prices where model = p_source and is_on;
  select * into hold from private.credit_holds where job_id = p_job_id for update;
  if not found then
    select * into strict settings from private.credit_settings;
    if p_api_key_id is not null and api_key.id is null then
      outcome := 'key_ended';
    elsif price is null then
      outcome := 'unknown_model';
    elsif p_amount <> price then
      outcome := 'price_changed';
    elsif not settings.new_jobs then
      outcome := 'paused';
    else
      begin
        insert into private.credit_holds (job_id, user_id, type, source, amount, api_key_id)
        values (p_job_id, p_user_id, p_type, p_source, price, p_api_key_id) on conflict (job_id) do nothing;
        if not found then
          -- Two first requests at once: the other one was faster.
          select * into strict hold from private.credit_holds where job_id = p_job_id for update;
        else
          update private.credit_accounts set available = available - price, held = held + price
          where user_id = p_user_id and available >= price;
          if not found then
            raise exception 'insufficient credits' using errcode = 'SR402';
          end if;
          -- The account's lock lets the holds of one user take turns: each sum has those before it, and its own.
          if settings.daily_credits_per_user is not null then
            select sum(amount) into today_credits from private.credit_holds
            where user_id = p_user_id and created_at >= today and state <> 'released';
            if today_credits > settings.daily_credits_per_user then
              raise exception 'daily limit' using errcode = 'SR429';
            end if;
          end if;
          if private.held_today(p_api_key_id) > api_key.daily_limit then
            raise exception 'key limit' using errcode = 'SR430';
          end if;
          if settings.daily_credits_budget is not null then
            select sum(amount) into today_credits from private.credit_holds
            where user_id = p_user_id and created_at >= today and state = 'open';
            if today_credits + private.submitted_today() > settings.daily_credits_budget then
              raise exception 'budget reached' using errcode = 'SR503';
            end if;
          end if;
          insert into private.credit_entries (user_id, kind, job_id, amount, type, source, description)
          values (p_user_id, 'hold', p_job_id, price, p_type, p_source, p_description);
          if p_capture then
            if not private.take_budget(p_job_id) then
              raise exception 'budget reached' using errcode = 'SR503';
            end if;
            perform private.settle_hold(p_job_id, 'capture');
          end if;
        end if;
      exception
        when sqlstate 'SR402' then
          outcome := 'insufficient';
        when sqlstate 'SR429' then
          outcome := 'daily_limit';
          limits := jsonb_build_object('limit', settings.daily_credits_per_user,
            'left', greatest(0, settings.daily_credits_per_user - (today_credits - price)));
        when sqlstate 'SR430' then
          outcome := 'key_limit';
          -- What this hold would have added is undone.
          limits := jsonb_build_object('limit', api_key.daily_limit,
            'left', api_key.daily_limit - private.held_today(p_api_key_id));
        when sqlstate 'SR503' then
          outcome := 'budget_reached';
      end;
    end if;
  end if;
  if hold.job_id is not null then
    outcome := case
      when hold.user_id <> p_user_id or hold.type <> p_type or hold.source <> p_source then 'key_mismatch'
      -- What its owner's page or another key holds is counted to no limit of this key.
      when hold.api_key_id is distinct from p_api_key_id and p_api_key_id is not null then 'key_mismatch'
      when hold.amount <> p_amount and hold.state = 'open' and p_amount <> price then 'price_changed'
      when hold.amount <> p_amount then 'key_mismatch'
      when hold.state = 'captured' and p_capture then 'exists'
      when hold.state in ('captured', 'released') then 'spent'
      else 'exists' end;
    if outcome = 'exists' and p_capture and hold.state = 'open' then
      -- The gateway was switched off between two tries of one key.
      if private.take_budget(p_job_id) then
        perform private.settle_hold(p_job_id, 'capture');
      else
        perform private.settle_hold(p_job_id, 'release');
        outcome := 'budget_reached';
      end if;
    end if;
  end if;
  if outcome in ('daily_limit', 'key_limit', 'budget_reached') then
    limits := limits || jsonb_build_object('retry_after_seconds', private.seconds_to_midnight());
  end if;
  select available into spendable from private.credit_accounts where user_id = p_user_id;
  return jsonb_build_object('outcome', outcome, 'available', coalesce(spendable, 0), 'price', price,
    'settlement', private.settlement_of(p_job_id, p_user_id)) || limits;
end $$;
revoke execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid) from public, anon, authenticated;
grant execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid) to service_role;

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step after which
-- the provider may be called, and only by the caller that got 'started'. p_api_key_id: as for hold_credits.
-- outcome: started | exists | too_many_open | no_picture | no_source | as hold_credits; job when there is one. With budget_reached,
-- released says that there was a hold and that it was given back. With key_mismatch and the outcomes of hold_credits, settlement.
drop function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid);
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer,
  p_api_key_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  held jsonb;
  has_pictures boolean;
  hold private.credit_holds;
  job jsonb;
begin
  job := private.job_record(p_job_id);
  if job is not null then
    return case when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else private.mismatch(p_job_id, p_user_id) end;
  end if;
  -- Before all other locks: a function that has one of a job waits for no picture.
  has_pictures := private.use_pictures(p_user_id, p_request->'pictures');
  held := public.hold_credits(p_user_id, p_job_id, 'video_generation',
    coalesce(p_request->>'source', p_request->>'model'), p_price, p_request->>'description',
    p_api_key_id => p_api_key_id);
  if held->>'outcome' in ('key_mismatch', 'price_changed') then
    -- hold_credits has locked it. Open, it was held for something else and nobody else's: it goes back now, and its key is spent.
    perform private.settle_hold(h.job_id, 'release') from private.credit_holds h
    where h.job_id = p_job_id and h.user_id = p_user_id and h.state = 'open'
      and (p_api_key_id is null or h.api_key_id = p_api_key_id);
    held := held || jsonb_build_object('settlement', private.settlement_of(p_job_id, p_user_id));
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
      else private.mismatch(p_job_id, p_user_id) end;
  end if;
  -- One at a time per user, so that two starts cannot both be the last one allowed.
  perform 1 from private.credit_accounts where user_id = p_user_id for update;
  if (select count(*) from public.jobs where user_id = p_user_id and finished_at is null) >= p_max_open then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'too_many_open');
  end if;
  if p_request->>'source_id' is not null and not exists (
    select from public.jobs
    where id = (p_request->>'source_id')::uuid and user_id = p_user_id and status = 'succeeded' and deleted_at is null)
  then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'no_source');
  end if;
  if not has_pictures then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'no_picture');
  end if;
  if not private.take_budget(p_job_id) then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'budget_reached', 'released', true, 'retry_after_seconds', private.seconds_to_midnight());
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.jobs (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed,
    generate_audio, image_path, input_kind, resolution, source_id, source_use)
  values (p_job_id, p_user_id, split_part(hold.source, ':', 1), hold.amount, p_request->>'mode',
    p_request->>'prompt', p_request->>'negative_prompt',
    (p_request->>'length_seconds')::integer, p_request->>'aspect_ratio', (p_request->>'seed')::integer,
    (p_request->>'generate_audio')::boolean, p_request->>'image_path', p_request->>'input_kind', p_request->>'resolution',
    (p_request->>'source_id')::uuid, p_request->>'source_use');
  insert into private.job_pictures (job_id, position, role, picture_id)
  select p_job_id, wanted.position, wanted.picture->>'role', (wanted.picture->>'id')::uuid
  from jsonb_array_elements(coalesce(p_request->'pictures', '[]')) with ordinality as wanted (picture, position);
  insert into private.provider_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) to service_role;
