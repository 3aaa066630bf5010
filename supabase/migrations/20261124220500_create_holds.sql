-- Functions that the API calls: each is one transaction, runs with service_role's own grants, and service_role alone may execute it.

-- Returns the credits of all users that count on the budget of today, a day in UTC. Anybody can hold credits and cancel for nothing,
-- so a hold must not use up the budget that all users share: what was submitted to a provider or charged counts.
create function private.submitted_today() returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(amount), 0) from private.credit_holds
  where submitted_at >= date_trunc('day', now(), 'UTC') and state <> 'released'
$$;
revoke execute on function private.submitted_today() from public;
grant execute on function private.submitted_today() to service_role;

-- Returns the seconds to the end of the day in UTC.
create function private.seconds_to_midnight() returns integer language sql stable set search_path = '' as $$
  select ceil(extract(epoch from date_trunc('day', now(), 'UTC') + interval '24 hours' - now()))::integer
$$;
revoke execute on function private.seconds_to_midnight() from public;
grant execute on function private.seconds_to_midnight() to service_role;

-- Counts this open hold on today's budget. Returns false where the budget has no room for it, and the caller must give it back. With
-- a budget set, callers take turns until their transaction ends. What settling the hold locks is locked before that: two charges of
-- one user waited for each other's account and budget.
create function private.take_budget(p_job_id uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  budget integer := (select daily_credits_budget from private.credit_settings);
  owner uuid;
begin
  update private.credit_holds set submitted_at = now() where job_id = p_job_id returning user_id into owner;
  if budget is null then
    return true;
  end if;
  perform from private.credit_accounts where user_id = owner for update;
  perform from public.users where id = owner for no key update;
  perform pg_advisory_xact_lock(hashtextextended('private.credit_settings.daily_credits_budget', 0));
  return private.submitted_today() <= budget;
end $$;
revoke execute on function private.take_budget(uuid) from public;
grant execute on function private.take_budget(uuid) to service_role;

-- Sets credits aside for a job at today's price, once per job id; with p_capture the charge is final at once. Only a new hold meets
-- the limits: a job that holds its credits goes on. A model that is off has no price. The budget is checked again when the job starts.
-- outcome: held | exists | insufficient | price_changed | unknown_model | spent | key_mismatch | paused | daily_limit |
-- budget_reached; available, price, settlement; for the last two retry_after_seconds (to the end of the day), and for daily_limit
-- also limit and left, in credits.
create function public.hold_credits(
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
revoke execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean) from public, anon, authenticated;
grant execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean) to service_role;

-- Grants simulated plans of the debug page. Nobody may execute it: the local seed alone grants that, production never does.
create function public.add_test_credits(p_user_id uuid, p_amount integer, p_plan_id text, p_key text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text;
begin
  outcome := private.grant_credits(p_user_id, p_amount, 'test_plan', p_plan_id, 'test:' || p_user_id || ':' || p_key, 'Simulated plan');
  return jsonb_build_object('outcome', outcome) || public.credit_balances(p_user_id);
end $$;
revoke execute on function public.add_test_credits(uuid, integer, text, text) from public, anon, authenticated, service_role;
