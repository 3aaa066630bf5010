-- The statement: every movement of a person's credits with the balance after it.

-- What an entry changes in what can be spent. A capture changes nothing: its hold had taken the credits already.
alter table private.credit_entries add column change integer not null generated always as
  (case kind when 'grant' then amount when 'release' then amount when 'hold' then -amount else 0 end) stored;
-- The changes stand in the index: summing what is newer than a page reads no table.
create index credit_entries_statement_idx on private.credit_entries (user_id, id) include (change);
drop index private.credit_entries_user_id_idx;

-- A page of entries, newest first, older than entry p_before (null: from the newest). Balances are counted back from the
-- account, which is what can be spent, over the entries: a page costs what it and the pages before it hold, however long
-- the ledger is. The opening balance is the one before the page's oldest entry: 0 before the first of all.
create function public.list_credit_entries(p_user_id uuid, p_before bigint, p_limit integer) returns jsonb language sql stable set search_path = '' as $$
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
      'description', description) order by id desc) from counted), '[]'::jsonb))
$$;
revoke execute on function public.list_credit_entries(uuid, bigint, integer) from public, anon, authenticated;
grant execute on function public.list_credit_entries(uuid, bigint, integer) to service_role;
