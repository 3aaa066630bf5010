-- The ledger. Entries are the source of truth. Accounts and holds are locked and counted while credits change.

-- The credits that a user can spend (available), and those that open jobs hold (held).
create table private.credit_accounts (
  -- An account only counts entries. Entries prevent the deletion of a user, so an account without entries is deleted
  -- with its user.
  user_id uuid primary key references auth.users (id) on delete cascade,
  available integer not null default 0 check (available >= 0),
  held integer not null default 0 check (held >= 0),
  -- The sum must fit in 32 bits. Otherwise, a hold of a full account could never be released.
  constraint credit_accounts_release_fits check (available::bigint + held <= 2147483647)
);
alter table private.credit_accounts enable row level security;
grant select on private.credit_accounts to authenticated;
grant select, insert, update on private.credit_accounts to service_role;
create policy credit_accounts_select_own on private.credit_accounts for select to authenticated
  using (user_id = (select auth.uid()));

-- Copies every change of an account to users.credits, in the same transaction. Nothing else changes that column.
create function private.mirror_credits() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.users set credits = new.available where id = new.user_id;
  return null;
end $$;
revoke execute on function private.mirror_credits() from public;
create trigger credit_accounts_mirror after insert or update of available on private.credit_accounts
  for each row execute function private.mirror_credits();

-- Returns the credits that the caller can spend. Runs with the caller's rights, so another user's ID returns 0.
create function public.get_user_credits(user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('credits', coalesce(
    (select a.available from private.credit_accounts a where a.user_id = get_user_credits.user_id), 0))
$$;
revoke execute on function public.get_user_credits(uuid) from public, anon, service_role;
grant execute on function public.get_user_credits(uuid) to authenticated;

-- One row per job ID, with the values that a hold is for. A job is settled under the lock of this row.
create table private.credit_holds (
  job_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete restrict,
  type text not null,
  source text not null,
  amount integer not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'started', 'captured', 'released')),
  created_at timestamptz not null default now(),
  cancel_requested_at timestamptz,
  -- The time when the hold was counted toward the budget of all users. Null before that.
  submitted_at timestamptz,
  -- The API key that created the hold. Null for a session. The value remains after the key is revoked.
  api_key_id uuid
);
create index credit_holds_user_day_idx on private.credit_holds (user_id, created_at);
create index credit_holds_open_idx on private.credit_holds (created_at) where state = 'open';
create index credit_holds_submitted_idx on private.credit_holds (submitted_at) include (amount)
  where submitted_at is not null and state <> 'released';
create index credit_holds_api_key_idx on private.credit_holds (api_key_id, created_at) where api_key_id is not null;
alter table private.credit_holds enable row level security;
grant select, insert, update on private.credit_holds to service_role;
create trigger credit_holds_refuse_deleted before insert on private.credit_holds
  for each row execute function private.refuse_deleted_account();

-- All credit transactions, append-only. A grant adds credits. A hold ends in exactly one capture or release.
create table private.credit_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('grant', 'hold', 'capture', 'release')),
  job_id uuid references private.credit_holds (job_id) on delete restrict,
  amount integer not null check (amount > 0),
  type text not null,
  source text not null,
  description text not null default '',
  grant_key text,
  created_at timestamptz not null default now(),
  -- The entry's change of the available credits. A capture changes nothing, because its hold already reduced them.
  change integer not null generated always as
    (case kind when 'grant' then amount when 'release' then amount when 'hold' then -amount else 0 end) stored,
  constraint credit_entries_job_or_grant check ((kind = 'grant') = (job_id is null) and (kind = 'grant') = (grant_key is not null))
);
create unique index credit_entries_job_kind_key on private.credit_entries (job_id, kind);
create unique index credit_entries_one_outcome_key on private.credit_entries (job_id) where kind in ('capture', 'release');
create unique index credit_entries_grant_key on private.credit_entries (grant_key);
-- The index includes the changes, so that summing newer entries reads no table.
create index credit_entries_statement_idx on private.credit_entries (user_id, id) include (change);
alter table private.credit_entries enable row level security;
grant select, insert on private.credit_entries to service_role;

-- Refuses to change or delete a row, for every role. A correction is a new row.
create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
revoke execute on function private.refuse_change() from public;
create trigger credit_entries_append_only before update or delete on private.credit_entries
  for each row execute function private.refuse_change();
create trigger credit_entries_no_truncate before truncate on private.credit_entries
  for each statement execute function private.refuse_change();

-- Adds credits once per key. Returns granted | exists (the same grant has this key) | key_mismatch (another grant has
-- it).
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

-- Captures or releases a hold, and returns its final outcome. The caller has locked the hold. Every charge counts
-- toward the budget.
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
  set state = case p_outcome when 'release' then 'released' else 'captured' end, submitted_at = coalesce(submitted_at, now())
  where job_id = hold.job_id returning state into hold.state;
  return hold.state;
end $$;
revoke execute on function private.settle_hold(uuid, text) from public;
grant execute on function private.settle_hold(uuid, text) to service_role;

-- Returns the unspent part of each grant. The oldest grant is spent first.
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

-- Compares the account and users.credits with the entries, and corrects them.
create function public.validate_credits(p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  account private.credit_accounts;
  should_available integer;
  should_held integer;
  mirrored integer;
  repaired boolean := false;
begin
  -- The lock blocks other transactions while the entries are summed.
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
    -- The trigger on users reads the account, so any update corrects users.credits.
    update public.users set credits = should_available where id = p_user_id;
    repaired := true;
  end if;
  return jsonb_build_object('was_repaired', repaired, 'current_credits', should_available);
end $$;
revoke execute on function public.validate_credits(uuid) from public, anon, authenticated;
grant execute on function public.validate_credits(uuid) to service_role;
