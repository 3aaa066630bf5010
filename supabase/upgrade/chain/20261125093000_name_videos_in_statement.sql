-- The statement, as before, and beside each movement of a job the beginning of its prompt, as far as a name needs it; null for
-- what has no video that could be gone to: a grant, a hold that was never sent, and a job that its user deleted.
create or replace function public.list_credit_entries(p_user_id uuid, p_before bigint, p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  with closing as (
    select coalesce((select available from private.credit_accounts where user_id = p_user_id), 0)
      - coalesce((select sum(change) from private.credit_entries where user_id = p_user_id and id >= p_before), 0) as balance
  ), page as (
    select id, kind, job_id, amount, type, source, description, created_at, change
    from private.credit_entries where user_id = p_user_id and id < coalesce(p_before, 9223372036854775807)
    order by id desc limit p_limit
  ), counted as (
    select page.*, (select balance from closing) - coalesce(
      sum(change) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as balance_after
    from page
  )
  select jsonb_build_object(
    'has_more', exists (select from private.credit_entries where user_id = p_user_id and id < (select min(id) from page)),
    'closing_balance', (select balance from closing),
    'opening_balance', (select balance from closing) - coalesce((select sum(change) from page), 0),
    'entries', coalesce((select jsonb_agg(jsonb_build_object(
      'id', id::text, 'at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', kind,
      'job_id', job_id, 'credits', amount, 'change', change, 'balance_after', balance_after, 'type', type, 'source', source,
      'description', description,
      'prompt', (select left(g.prompt, 200) from public.generations g where g.id = counted.job_id and g.deleted_at is null)
    ) order by id desc) from counted), '[]'::jsonb))
$$;
