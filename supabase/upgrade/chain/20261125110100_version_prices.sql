-- A server that was deployed earlier and starts later must not put its old prices back: a catalogue has a version, and prices of an
-- older one are not written.

-- The catalogue's version that wrote this price; null where no version was given.
alter table private.model_prices add column catalogue_version integer;

-- p_models: [{id, credits, is_on}]. A model that is not among them is switched off. A job keeps the price of its hold. A server from
-- before versions gives none, and writes only while no version is known.
-- Returns written | same | older (a newer catalogue's prices stay) | differs (this version was written with other prices, which stay).
drop function public.set_model_prices(jsonb);
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
      (select jsonb_object_agg(m.id, m.credits) from jsonb_to_recordset(p_models) as m (id text, credits integer, is_on boolean) where m.is_on)
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
