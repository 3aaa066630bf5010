-- Returns the credits of all users that count toward the budget of this UTC day. Anyone can hold credits and cancel at
-- no cost, so a mere hold must not use up the shared budget. Credits count when their job is submitted to a provider,
-- or when they're charged.
create function private.submitted_today() returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(amount), 0) from private.credit_holds
  where submitted_at >= date_trunc('day', now(), 'UTC') and state <> 'released'
$$;
revoke execute on function private.submitted_today() from public;
grant execute on function private.submitted_today() to service_role;

-- Returns the seconds until the end of the UTC day.
create function private.seconds_to_midnight() returns integer language sql stable set search_path = '' as $$
  select ceil(extract(epoch from date_trunc('day', now(), 'UTC') + interval '24 hours' - now()))::integer
$$;
revoke execute on function private.seconds_to_midnight() from public;
grant execute on function private.seconds_to_midnight() to service_role;

-- Counts this open hold toward today's budget. Returns false if the hold exceeds the budget. The caller must then
-- release the hold. With a budget set, callers wait for each other's transactions.
-- Takes the locks for settling the hold first. Otherwise, two charges of one user could deadlock.
create function private.reserve_budget(p_job_id uuid) returns boolean language plpgsql set search_path = '' as $$
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
revoke execute on function private.reserve_budget(uuid) from public;
grant execute on function private.reserve_budget(uuid) to service_role;

-- Returns the state of the user's hold, which API errors contain: held | captured | released | none (no hold of this
-- user).
create function private.get_settlement(p_job_id uuid, p_user_id uuid) returns text language sql stable set search_path = '' as $$
  select coalesce((
    select case when state in ('captured', 'released') then state else 'held' end
    from private.credit_holds where job_id = p_job_id and user_id = p_user_id), 'none')
$$;
revoke execute on function private.get_settlement(uuid, uuid) from public;
grant execute on function private.get_settlement(uuid, uuid) to service_role;

-- Returns the outcome for a job ID that belongs to another job.
create function private.describe_mismatch(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'key_mismatch', 'settlement', private.get_settlement(p_job_id, p_user_id))
$$;
revoke execute on function private.describe_mismatch(uuid, uuid) from public;
grant execute on function private.describe_mismatch(uuid, uuid) to service_role;

-- Returns the number of jobs per hour that one user may cancel or have refused, without a charge. A person stays far
-- below this limit.
create function private.max_canceled() returns integer language sql immutable set search_path = '' as $$
  select 60
$$;
revoke execute on function private.max_canceled() from public;
grant execute on function private.max_canceled() to service_role;

-- Returns the seconds until this user may hold credits again, or 0. The caller has created the new hold and locked the
-- account.
-- A hold and its release are two permanent entries at no cost, so they need a limit. Holds of the last hour count if
-- they're open or were never sent. Holds also count if their job was canceled, or refused for its content. Other faults
-- don't count.
create function private.wait_after_canceled(p_user_id uuid) returns integer language plpgsql stable set search_path = '' as $$
declare
  since timestamptz := private.clock() - interval '1 hour';
begin
  return coalesce((
    select greatest(1, least(3600, ceil(extract(epoch from h.created_at - since))))::integer
    from private.credit_holds h left join public.jobs j on j.id = h.job_id
    where h.user_id = p_user_id and h.created_at > since and h.state in ('open', 'released')
      and (j.id is null or j.failure_code in ('cancelled', 'content_refused', 'provider_rejected'))
    -- The first hold over the limit. When it's an hour old, the next hold is allowed.
    order by h.created_at desc offset private.max_canceled() limit 1), 0);
end $$;
revoke execute on function private.wait_after_canceled(uuid) from public;
grant execute on function private.wait_after_canceled(uuid) to service_role;

-- Holds credits for a job at the current price, once per job ID. With p_capture, the credits are charged at once. The
-- limits apply only to new holds, so a job with a hold continues. A disabled model has no price. The budget is checked
-- again when the job starts.
-- p_api_key_id: null for a session.
-- outcome: held | exists | insufficient | price_changed | unknown_model | spent | key_mismatch | key_ended | paused |
-- suspended | daily_limit | key_limit | budget_reached | too_many_canceled.
-- Also returns available and price. The last four outcomes have retry_after_seconds: until the end of the day, or until
-- a hold is allowed. daily_limit and key_limit have limit and left, in credits. too_many_canceled has limit, in jobs.
-- settlement: the state after this call, as get_settlement returns it.
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
  wait integer;
  is_affordable boolean;
  spendable integer;
  limits jsonb := '{}';
begin
  -- Locked before everything else. A concurrent revocation of the key then waits for this hold, or is seen here.
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
          -- A concurrent first request was faster.
          select * into strict hold from private.credit_holds where job_id = p_job_id for update;
        else
          update private.credit_accounts set available = available - price, held = held + price
          where user_id = p_user_id and available >= price;
          is_affordable := found;
          if private.is_suspended(p_user_id) then
            raise exception 'suspended' using errcode = 'SR403';
          elsif not is_affordable then
            raise exception 'insufficient credits' using errcode = 'SR402';
          end if;
          -- The account's lock processes one user's holds one at a time. Each sum includes this hold and all previous
          -- ones.
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
          wait := private.wait_after_canceled(p_user_id);
          if wait > 0 then
            raise exception 'too many canceled' using errcode = 'SR431';
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
            if not private.reserve_budget(p_job_id) then
              raise exception 'budget reached' using errcode = 'SR503';
            end if;
            perform private.settle_hold(p_job_id, 'capture');
          end if;
        end if;
      exception
        when sqlstate 'SR402' then
          outcome := 'insufficient';
        when sqlstate 'SR403' then
          outcome := 'suspended';
        when sqlstate 'SR429' then
          outcome := 'daily_limit';
          limits := jsonb_build_object('limit', settings.daily_credits_per_user,
            'left', greatest(0, settings.daily_credits_per_user - (today_credits - price)));
        when sqlstate 'SR430' then
          outcome := 'key_limit';
          -- The amount of this hold is already undone.
          limits := jsonb_build_object('limit', api_key.daily_limit,
            'left', api_key.daily_limit - private.held_today(p_api_key_id));
        when sqlstate 'SR431' then
          outcome := 'too_many_canceled';
          limits := jsonb_build_object('limit', private.max_canceled(), 'retry_after_seconds', wait);
        when sqlstate 'SR503' then
          outcome := 'budget_reached';
      end;
    end if;
  end if;
  if hold.job_id is not null then
    outcome := case
      when hold.user_id <> p_user_id or hold.type <> p_type or hold.source <> p_source then 'key_mismatch'
      -- A hold of the owner's session or of another key doesn't count toward this key's limits. So this key can't use
      -- the hold.
      when hold.api_key_id is distinct from p_api_key_id and p_api_key_id is not null then 'key_mismatch'
      when hold.amount <> p_amount and hold.state = 'open' and p_amount <> price then 'price_changed'
      when hold.amount <> p_amount then 'key_mismatch'
      when hold.state = 'captured' and p_capture then 'exists'
      when hold.state in ('captured', 'released') then 'spent'
      else 'exists' end;
    if outcome = 'exists' and p_capture and hold.state = 'open' then
      -- The operator set VIDEO_PROVIDER=none between two attempts with the same job ID.
      if private.reserve_budget(p_job_id) then
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
    'settlement', private.get_settlement(p_job_id, p_user_id)) || limits;
end $$;
revoke execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid) from public, anon, authenticated;
grant execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid) to service_role;

-- Grants the simulated plans of the debug page. No role may execute this function. Only the local seed grants that
-- right, never production.
create function public.add_test_credits(p_user_id uuid, p_amount integer, p_plan_id text, p_key text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text;
begin
  outcome := private.grant_credits(p_user_id, p_amount, 'test_plan', p_plan_id, 'test:' || p_user_id || ':' || p_key, 'Simulated plan');
  return jsonb_build_object('outcome', outcome) || public.credit_balances(p_user_id);
end $$;
revoke execute on function public.add_test_credits(uuid, integer, text, text) from public, anon, authenticated, service_role;
