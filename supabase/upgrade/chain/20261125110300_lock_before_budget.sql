-- Counts this open hold on today's budget; false where the budget has no room for it, and the caller must give it back. With a
-- budget set, callers take turns until their transaction ends. What settling the hold locks is locked before that: two charges of
-- one user waited for each other's account and budget.
create or replace function private.take_budget(p_job_id uuid) returns boolean language plpgsql set search_path = '' as $$
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

-- Moves what a job holds to its one outcome. The caller has locked the hold. A charge counts on the budget, whatever led to it.
-- Answers the outcome that stands.
create or replace function private.settle_hold(p_job_id uuid, p_outcome text) returns text language plpgsql set search_path = '' as $$
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
  set state = case p_outcome when 'release' then 'released' else 'captured' end, submitted_at = coalesce(submitted_at, now())
  where job_id = hold.job_id returning state into hold.state;
  return hold.state;
end $$;
