-- The price of one video per model: the only place that decides what a video costs. Prices come from the catalogue of models
-- (supabase/functions/api/catalogue/models.json), which the API writes when it starts.
create table private.model_prices (
  model text primary key,
  credits integer not null check (credits > 0),
  -- False for a model that is not offered: its jobs keep their reference.
  is_on boolean not null default true,
  -- The catalogue's version that wrote this price; null where no version was given.
  catalogue_version integer
);
alter table private.model_prices enable row level security;
grant select, insert, update on private.model_prices to service_role;
insert into private.model_prices (model, credits) values ('kling-1.6', 20), ('veo-2', 180), ('veo-3', 330);

-- Writes the prices of a catalogue, p_models: [{id, credits, is_on}]. Switches a model off that is not among them. A job keeps the
-- price of its hold. A server with an older catalogue that starts later must not put its prices back: prices of an older version
-- are not written. A server without a version writes only while no version is known.
-- Returns written | same | older (a newer catalogue's prices stay) | differs (this version has other prices already, which stay).
create function public.set_model_prices(p_models jsonb, p_version integer default null)
returns text language plpgsql set search_path = '' as $$
declare
  known integer;
begin
  -- One catalogue at a time: each sees the version of those before it.
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

-- What the operator decides about credits, in one row. Every hold reads it: a change counts from the next hold on, without a
-- deploy, and no caller of a function can leave it out. A limit that is null is off. A day is a day in UTC.
create table private.credit_settings (
  id boolean primary key default true check (id),
  -- Credits that a new account starts with, once per Google identity.
  sign_up_credits integer not null default 0 check (sign_up_credits between 0 and 100000),
  -- Credits that one user, and that all users together, may have held or paid on one day.
  daily_credits_per_user integer check (daily_credits_per_user > 0),
  daily_credits_budget integer check (daily_credits_budget > 0),
  -- False refuses new jobs; those that hold credits already go on.
  new_jobs boolean not null default true,
  -- Makes the keys of sign-up credits from which nobody can read the identity. Never change it: everybody would be new again.
  identity_salt text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
alter table private.credit_settings enable row level security;
grant select, update on private.credit_settings to service_role;
insert into private.credit_settings default values;

-- Changes the settings that p_changes names (null switches a limit off) and returns all of them.
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
