-- Prices come from the catalogue of models (supabase/functions/api/catalogue/models.json): the API writes them when it starts.

-- False for a model that nobody offers any more: its jobs keep their reference.
alter table private.model_prices add column is_on boolean not null default true;
grant insert, update on private.model_prices to service_role;

-- p_models: [{id, credits, is_on}]. A model that is not among them is switched off. A job keeps the price of its hold.
create function public.set_model_prices(p_models jsonb) returns void language plpgsql set search_path = '' as $$
begin
  insert into private.model_prices as p (model, credits, is_on)
  select m.id, m.credits, m.is_on from jsonb_to_recordset(p_models) as m (id text, credits integer, is_on boolean)
  on conflict (model) do update set credits = excluded.credits, is_on = excluded.is_on
  where (p.credits, p.is_on) is distinct from (excluded.credits, excluded.is_on);
  update private.model_prices set is_on = false
  where is_on and model not in (select m ->> 'id' from jsonb_array_elements(p_models) as m);
end $$;
revoke execute on function public.set_model_prices(jsonb) from public, anon, authenticated;
grant execute on function public.set_model_prices(jsonb) to service_role;

-- As before, but a model that is off has no price: only what was held before goes on.
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
