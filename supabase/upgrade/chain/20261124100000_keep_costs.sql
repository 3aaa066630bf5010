-- What a provider says that a task cost, in what it counts in (usd, its own credits or units): for the administrator, beside the
-- price that the user paid.
alter table private.vendor_tasks add column cost numeric check (cost >= 0);
alter table private.vendor_tasks add column cost_unit text;
alter table private.vendor_tasks add column costed_at timestamptz;
alter table private.vendor_tasks add constraint vendor_tasks_cost_is_whole check (num_nulls(cost, cost_unit, costed_at) in (0, 3));
create index vendor_tasks_costed_idx on private.vendor_tasks (costed_at desc) where costed_at is not null;

-- The provider said what this job cost. What it says last stands.
create function public.note_cost(p_job_id uuid, p_cost numeric, p_unit text) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set cost = p_cost, cost_unit = p_unit, costed_at = now() where job_id = p_job_id
$$;
revoke execute on function public.note_cost(uuid, numeric, text) from public, anon, authenticated;
grant execute on function public.note_cost(uuid, numeric, text) to service_role;

-- The jobs whose cost was told last, the latest first, with the price in credits.
create function public.list_costs(p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(costed) - 'costed_at' order by costed_at desc), '[]'::jsonb) from (
    select v.job_id, v.provider, v.cost, v.cost_unit, v.costed_at, g.model, g.credits,
      to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end as settlement
    from private.vendor_tasks v
    join public.generations g on g.id = v.job_id
    join private.credit_holds h on h.job_id = v.job_id
    where v.costed_at is not null
    order by v.costed_at desc limit p_limit) as costed
$$;
revoke execute on function public.list_costs(integer) from public, anon, authenticated;
grant execute on function public.list_costs(integer) to service_role;
