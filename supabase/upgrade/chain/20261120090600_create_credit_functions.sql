-- The API's calls: each is one transaction, runs with service_role's own grants and is executable by service_role alone.

-- Adds credits once per key; a repeated key with the same grant answers the same, with another it is refused.
create function private.grant_credits(p_user_id uuid, p_amount integer, p_type text, p_source text, p_key text, p_description text)
returns text language plpgsql set search_path = '' as $$
declare
  entry private.credit_entries;
begin
  insert into private.credit_entries (user_id, kind, amount, type, source, description, grant_key)
  values (p_user_id, 'grant', p_amount, p_type, p_source, p_description, p_key)
  on conflict (grant_key) do nothing;
  if not found then
    select * into entry from private.credit_entries where grant_key = p_key;
    if entry.user_id = p_user_id and entry.amount = p_amount and entry.type = p_type and entry.source = p_source then
      return 'exists';
    end if;
    return 'key_mismatch';
  end if;
  insert into private.credit_accounts (user_id, available) values (p_user_id, p_amount)
  on conflict (user_id) do update set available = private.credit_accounts.available + excluded.available;
  return 'granted';
end $$;
revoke execute on function private.grant_credits(uuid, integer, text, text, text, text) from public;
grant execute on function private.grant_credits(uuid, integer, text, text, text, text) to service_role;

-- Moves what a job holds to its one outcome. The caller has locked the hold. Answers the outcome that stands.
create function private.settle_hold(p_job_id uuid, p_outcome text) returns text language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
begin
  select * into strict hold from private.credit_holds where job_id = p_job_id for update;
  insert into private.credit_entries (user_id, kind, job_id, amount, type, source)
  values (hold.user_id, p_outcome, hold.job_id, hold.amount, hold.type, hold.source)
  on conflict do nothing;
  if not found then
    return hold.state;
  end if;
  update private.credit_accounts
  set held = held - hold.amount,
      available = available + case p_outcome when 'release' then hold.amount else 0 end
  where user_id = hold.user_id;
  update private.credit_holds
  set state = case p_outcome when 'release' then 'released' else 'captured' end
  where job_id = hold.job_id returning state into hold.state;
  return hold.state;
end $$;
revoke execute on function private.settle_hold(uuid, text) from public;
grant execute on function private.settle_hold(uuid, text) to service_role;

-- Sets credits aside for a job at today's price, once per job id; with p_capture the charge is final at once.
-- outcome: held | exists | insufficient | price_changed | unknown_model | spent | key_mismatch; available, price, settlement.
create function public.hold_credits(
  p_user_id uuid, p_job_id uuid, p_type text, p_source text, p_amount integer, p_description text, p_capture boolean default false)
returns jsonb language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
  price integer;
  outcome text := 'held';
  spendable integer;
begin
  select credits into price from private.model_prices where model = p_source;
  select * into hold from private.credit_holds where job_id = p_job_id for update;
  if not found then
    if price is null then
      outcome := 'unknown_model';
    elsif p_amount <> price then
      outcome := 'price_changed';
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
          insert into private.credit_entries (user_id, kind, job_id, amount, type, source, description)
          values (p_user_id, 'hold', p_job_id, price, p_type, p_source, p_description);
          if p_capture then
            perform private.settle_hold(p_job_id, 'capture');
          end if;
        end if;
      exception when sqlstate 'SR402' then
        outcome := 'insufficient';
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
      hold.state := private.settle_hold(p_job_id, 'capture');
    end if;
  end if;
  select available into spendable from private.credit_accounts where user_id = p_user_id;
  return jsonb_build_object('outcome', outcome, 'available', coalesce(spendable, 0), 'price', price,
    'settlement', case when exists (
      select 1 from private.credit_holds where job_id = p_job_id and user_id = p_user_id and state = 'captured')
      then 'captured' else 'held' end);
end $$;
revoke execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean) from public, anon, authenticated;
grant execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean) to service_role;

-- What is left of each plan or pack granted: spending eats the oldest grant first.
create function public.credit_balances(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  with grants as (
    select id, source, amount, created_at,
      sum(amount) over (order by id) as upto
    from private.credit_entries where user_id = p_user_id and kind = 'grant'
  ), account as (
    select coalesce(sum(available), 0)::integer as available from private.credit_accounts where user_id = p_user_id
  ), spent as (
    select coalesce(sum(g.amount), 0) - (select available from account) as credits from grants g
  )
  select jsonb_build_object(
    'total_credits', (select available from account),
    'balances', coalesce((select jsonb_agg(jsonb_build_object(
      'id', id::text, 'source', source, 'granted', amount,
      'remaining', greatest(0, least(amount, upto - (select credits from spent))),
      'created_at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id) from grants), '[]'::jsonb))
$$;
revoke execute on function public.credit_balances(uuid) from public, anon, authenticated;
grant execute on function public.credit_balances(uuid) to service_role;

-- Compares account and mirror with the entries and puts them right.
create function public.validate_credits(p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  account private.credit_accounts;
  should_available integer;
  should_held integer;
  mirrored integer;
  repaired boolean := false;
begin
  -- The lock keeps movements out while entries are summed.
  select * into account from private.credit_accounts where user_id = p_user_id for update;
  if found then
    select coalesce(sum(case kind when 'grant' then amount when 'release' then amount when 'hold' then -amount else 0 end), 0),
           coalesce(sum(case kind when 'hold' then amount when 'capture' then -amount when 'release' then -amount else 0 end), 0)
    into should_available, should_held from private.credit_entries where user_id = p_user_id;
    if account.available <> should_available or account.held <> should_held then
      update private.credit_accounts set available = should_available, held = should_held where user_id = p_user_id;
      repaired := true;
    end if;
  else
    should_available := 0;
  end if;
  select credits into mirrored from public.users where id = p_user_id;
  if mirrored is not null and mirrored <> should_available then
    -- The trigger on users reads the account: any update puts the mirror right.
    update public.users set credits = should_available where id = p_user_id;
    repaired := true;
  end if;
  return jsonb_build_object('was_repaired', repaired, 'current_credits', should_available);
end $$;
revoke execute on function public.validate_credits(uuid) from public, anon, authenticated;
grant execute on function public.validate_credits(uuid) to service_role;

-- Simulated plans of the debug page. Nobody may execute it: the local seed alone grants that, production never does.
create function public.add_test_credits(p_user_id uuid, p_amount integer, p_plan_id text, p_key text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text;
begin
  outcome := private.grant_credits(p_user_id, p_amount, 'test_plan', p_plan_id, 'test:' || p_user_id || ':' || p_key, 'Simulated plan');
  return jsonb_build_object('outcome', outcome) || public.credit_balances(p_user_id);
end $$;
revoke execute on function public.add_test_credits(uuid, integer, text, text) from public, anon, authenticated, service_role;
