-- What whoever runs the product decides about credits. They stand in the database, where every hold reads them: a change
-- counts from the next hold on, without a deploy, and no caller of the function can leave it out.

-- One row. A limit that is null is off. A day is a day in UTC.
create table private.credit_settings (
  id boolean primary key default true check (id),
  -- What a new account starts with, once per Google identity.
  sign_up_credits integer not null default 0 check (sign_up_credits between 0 and 100000),
  -- Credits that one user, and that all users together, may have held or paid on one day.
  daily_credits_per_user integer check (daily_credits_per_user > 0),
  daily_credits_budget integer check (daily_credits_budget > 0),
  -- false refuses new jobs; those that hold credits already go on.
  new_jobs boolean not null default true,
  -- Makes the keys of sign-up credits from which nobody can read the identity. Never change it: everybody would be new again.
  identity_salt text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
alter table private.credit_settings enable row level security;
grant select, update on private.credit_settings to service_role;
insert into private.credit_settings default values;

-- Changes the settings that are named (null switches a limit off) and answers all of them.
create function public.credit_settings(p_changes jsonb) returns jsonb language sql set search_path = '' as $$
  update private.credit_settings s
  set (sign_up_credits, daily_credits_per_user, daily_credits_budget, new_jobs) = (
    select c.sign_up_credits, c.daily_credits_per_user, c.daily_credits_budget, c.new_jobs
    from jsonb_populate_record(s, p_changes) c)
  returning jsonb_build_object('sign_up_credits', sign_up_credits, 'daily_credits_per_user', daily_credits_per_user,
    'daily_credits_budget', daily_credits_budget, 'new_jobs', new_jobs)
$$;
revoke execute on function public.credit_settings(jsonb) from public, anon, authenticated;
grant execute on function public.credit_settings(jsonb) to service_role;

-- What a day has cost is summed from its holds; a released one no longer counts, and a capture changes nothing.
create index credit_holds_user_day_idx on private.credit_holds (user_id, created_at);
drop index private.credit_holds_user_id_idx;
create index credit_holds_day_idx on private.credit_holds (created_at) include (amount) where state <> 'released';

-- Sets credits aside for a job at today's price, once per job id; with p_capture the charge is final at once. Only a new
-- hold meets the limits: a job that holds its credits goes on.
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
  select credits into price from private.model_prices where model = p_source;
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
          -- The last lock that is taken, so that nobody who has it waits for another one.
          if settings.daily_credits_budget is not null then
            perform pg_advisory_xact_lock(hashtextextended('private.credit_settings.daily_credits_budget', 0));
            if (select sum(amount) from private.credit_holds where created_at >= today and state <> 'released')
              > settings.daily_credits_budget then
              raise exception 'budget reached' using errcode = 'SR503';
            end if;
          end if;
          insert into private.credit_entries (user_id, kind, job_id, amount, type, source, description)
          values (p_user_id, 'hold', p_job_id, price, p_type, p_source, p_description);
          if p_capture then
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
      hold.state := private.settle_hold(p_job_id, 'capture');
    end if;
  end if;
  if outcome in ('daily_limit', 'budget_reached') then
    limits := limits || jsonb_build_object('retry_after_seconds', ceil(extract(epoch from today + interval '24 hours' - now()))::integer);
  end if;
  select available into spendable from private.credit_accounts where user_id = p_user_id;
  return jsonb_build_object('outcome', outcome, 'available', coalesce(spendable, 0), 'price', price,
    'settlement', case when exists (
      select 1 from private.credit_holds where job_id = p_job_id and user_id = p_user_id and state = 'captured')
      then 'captured' else 'held' end) || limits;
end $$;
