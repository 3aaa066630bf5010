-- Anybody can hold credits and cancel for nothing, so a hold must not use up the budget that all users share. The budget counts
-- what was submitted to a provider or charged; an open hold counts for its own user alone.

-- When the hold was counted on the budget of all users; null while it is only held.
alter table private.credit_holds add column submitted_at timestamptz;
update private.credit_holds set submitted_at = created_at where state <> 'open' and created_at > now() - interval '1 day';
create index credit_holds_submitted_idx on private.credit_holds (submitted_at) include (amount)
  where submitted_at is not null and state <> 'released';
drop index private.credit_holds_day_idx;

-- Credits of all users that count on the budget of today, a day in UTC.
create function private.submitted_today() returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(amount), 0) from private.credit_holds
  where submitted_at >= date_trunc('day', now(), 'UTC') and state <> 'released'
$$;
revoke execute on function private.submitted_today() from public;
grant execute on function private.submitted_today() to service_role;

-- Seconds to the end of the day in UTC.
create function private.seconds_to_midnight() returns integer language sql stable set search_path = '' as $$
  select ceil(extract(epoch from date_trunc('day', now(), 'UTC') + interval '24 hours' - now()))::integer
$$;
revoke execute on function private.seconds_to_midnight() from public;
grant execute on function private.seconds_to_midnight() to service_role;

-- Counts this open hold on today's budget; false where the budget has no room for it, and the caller must give it back. With a
-- budget set, callers take turns until their transaction ends. This lock comes last: whoever has it waits for no other one.
create function private.take_budget(p_job_id uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  budget integer := (select daily_credits_budget from private.credit_settings);
begin
  update private.credit_holds set submitted_at = now() where job_id = p_job_id;
  if budget is null then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.credit_settings.daily_credits_budget', 0));
  return private.submitted_today() <= budget;
end $$;
revoke execute on function private.take_budget(uuid) from public;
grant execute on function private.take_budget(uuid) to service_role;

-- Sets credits aside for a job at today's price, once per job id; with p_capture the charge is final at once. Only a new
-- hold meets the limits: a job that holds its credits goes on. The budget is checked again when the job starts.
-- outcome: held | exists | insufficient | price_changed | unknown_model | spent | key_mismatch | paused | daily_limit |
-- budget_reached; available, price, settlement; for the last two retry_after_seconds (to the end of the day), and for
-- daily_limit also limit and left, in credits.
create or replace function public.hold_credits(
  p_user_id uuid, p_job_id uuid, p_type text, p_source text, p_amount integer, p_description text, p_capture boolean default false)
returns jsonb language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
  settings private.credit_settings;
  today timestamptz := date_trunc('day', now(), 'UTC');
  today_credits bigint;
  price integer;
  outcome text := 'held';
  spendable integer;
  limits jsonb := '{}';
begin
  select credits into price from private.model_prices where model = p_source and is_on;
  select * into hold from private.credit_holds where job_id = p_job_id for update;
  if not found then
    select * into strict settings from private.credit_settings;
    if price is null then
      outcome := 'unknown_model';
    elsif p_amount <> price then
      outcome := 'price_changed';
    elsif not settings.new_jobs then
      outcome := 'paused';
    else
      begin
        insert into private.credit_holds (job_id, user_id, type, source, amount)
        values (p_job_id, p_user_id, p_type, p_source, price) on conflict (job_id) do nothing;
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
        when sqlstate 'SR503' then
          outcome := 'budget_reached';
      end;
    end if;
  end if;
  if hold.job_id is not null then
    outcome := case
      when hold.user_id <> p_user_id or hold.type <> p_type or hold.source <> p_source or hold.amount <> p_amount then 'key_mismatch'
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
  if outcome in ('daily_limit', 'budget_reached') then
    limits := limits || jsonb_build_object('retry_after_seconds', private.seconds_to_midnight());
  end if;
  select available into spendable from private.credit_accounts where user_id = p_user_id;
  return jsonb_build_object('outcome', outcome, 'available', coalesce(spendable, 0), 'price', price,
    'settlement', case when exists (
      select 1 from private.credit_holds where job_id = p_job_id and user_id = p_user_id and state = 'captured')
      then 'captured' else 'held' end) || limits;
end $$;

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step
-- after which the provider may be called, and only by the caller that got 'started'.
-- outcome: started | exists | too_many_open | as hold_credits; job when there is one. With budget_reached, released says that
-- there was a hold and that it was given back.
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
  if not private.take_budget(p_job_id) then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'budget_reached', 'released', true, 'retry_after_seconds', private.seconds_to_midnight());
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.generations (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed, generate_audio, picture_path)
  values (p_job_id, p_user_id, hold.source, hold.amount, p_request->>'mode', p_request->>'prompt', p_request->>'negative_prompt',
    (p_request->>'length_seconds')::integer, p_request->>'aspect_ratio', (p_request->>'seed')::integer, (p_request->>'generate_audio')::boolean, p_request->>'picture_path');
  insert into private.vendor_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
