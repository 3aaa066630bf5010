-- The price of one video per model. This table alone decides the prices. The API writes it from the model catalogue
-- (supabase/functions/api/catalogue/models.json), once per start.
create table private.model_prices (
  model text primary key,
  credits integer not null check (credits > 0),
  -- False for a model that isn't offered. Its jobs still refer to it.
  is_on boolean not null default true,
  -- The version of the catalogue that wrote this price. Null if the catalogue had no version.
  catalogue_version integer
);
alter table private.model_prices enable row level security;
grant select, insert, update on private.model_prices to service_role;
insert into private.model_prices (model, credits) values ('kling-1.6', 20), ('veo-2', 180), ('veo-3', 330);

-- Writes the prices of a catalogue, p_models: [{id, credits, is_on}]. Disables each model that isn't listed. A job
-- keeps the price of its hold.
-- Prices of an older version are ignored, so that a server with an older catalogue can't restore them. A server without
-- a version writes prices only while no version is known.
-- Returns written | same | older (a newer version has written prices) | differs (this version already wrote other
-- prices).
create function public.set_model_prices(p_models jsonb, p_version integer default null)
returns text language plpgsql set search_path = '' as $$
declare
  known integer;
begin
  -- Catalogues are written one at a time, so each sees the versions of the previous ones.
  perform pg_advisory_xact_lock(hashtextextended('private.model_prices', 0));
  select max(catalogue_version) into known from private.model_prices;
  if known = p_version then
    return case when
      (select jsonb_object_agg(m.id, m.credits)
        from jsonb_to_recordset(p_models) as m (id text, credits integer, is_on boolean) where m.is_on)
      = (select jsonb_object_agg(model, credits) from private.model_prices where is_on)
      then 'same' else 'differs' end;
  elsif known > coalesce(p_version, 0) then
    return 'older';
  end if;
  insert into private.model_prices as p (model, credits, is_on, catalogue_version)
  select m.id, m.credits, m.is_on, p_version from jsonb_to_recordset(p_models) as m (id text, credits integer, is_on boolean)
  on conflict (model) do update
  set credits = excluded.credits, is_on = excluded.is_on, catalogue_version = excluded.catalogue_version;
  update private.model_prices set is_on = false
  where model not in (select m ->> 'id' from jsonb_array_elements(p_models) as m);
  return 'written';
end $$;
revoke execute on function public.set_model_prices(jsonb, integer) from public, anon, authenticated;
grant execute on function public.set_model_prices(jsonb, integer) to service_role;

-- The operator's credit settings, in one row. Every hold reads them, so a change applies from the next hold on without
-- a deployment. A limit of null is off. A day is a UTC day.
create table private.credit_settings (
  id boolean primary key default true check (id),
  -- Credits for a new account, granted once per Google identity.
  sign_up_credits integer not null default 0 check (sign_up_credits between 0 and 100000),
  -- Credits that one user, and all users together, may hold or pay per day.
  daily_credits_per_user integer check (daily_credits_per_user > 0),
  daily_credits_budget integer check (daily_credits_budget > 0),
  -- False refuses new jobs. Jobs with held credits continue.
  new_jobs boolean not null default true,
  -- The salt in the keys of sign-up grants, which hides the identity. If the salt changed, every identity would get a
  -- new grant.
  identity_salt text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
alter table private.credit_settings enable row level security;
grant select, update on private.credit_settings to service_role;
insert into private.credit_settings default values;

-- Changes the settings in p_changes, and returns all settings. Null turns a limit off.
-- p_admin: the operator's name for the list of actions.
create function public.credit_settings(p_changes jsonb, p_admin text default session_user)
returns jsonb language plpgsql set search_path = '' as $$
declare
  answer jsonb;
begin
  update private.credit_settings s
  set (sign_up_credits, daily_credits_per_user, daily_credits_budget, new_jobs) = (
    select c.sign_up_credits, c.daily_credits_per_user, c.daily_credits_budget, c.new_jobs
    from jsonb_populate_record(s, p_changes) c)
  returning jsonb_build_object('sign_up_credits', sign_up_credits, 'daily_credits_per_user', daily_credits_per_user,
    'daily_credits_budget', daily_credits_budget, 'new_jobs', new_jobs) into answer;
  if p_changes <> '{}' then
    perform private.record_admin_action(p_admin, 'settings', p_details => p_changes);
  end if;
  return answer;
end $$;
revoke execute on function public.credit_settings(jsonb, text) from public, anon, authenticated;
grant execute on function public.credit_settings(jsonb, text) to service_role;
