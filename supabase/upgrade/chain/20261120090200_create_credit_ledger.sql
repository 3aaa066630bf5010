-- Ledger: entries are the truth, accounts and holds are what is locked and counted while money moves.

-- What a person can spend (available) and what open jobs have set aside (held).
create table private.credit_accounts (
  -- A count over the entries, which keep a person from being deleted: an account without any goes with its person.
  user_id uuid primary key references auth.users (id) on delete cascade,
  available integer not null default 0 check (available >= 0),
  held integer not null default 0 check (held >= 0),
  -- What is held must fit when it comes back: else a hold beside a full account could never be released.
  constraint credit_accounts_release_fits check (available::bigint + held <= 2147483647)
);
alter table private.credit_accounts enable row level security;
create policy credit_accounts_select_own on private.credit_accounts for select to authenticated
  using (user_id = (select auth.uid()));
grant select on private.credit_accounts to authenticated;
grant select, insert, update on private.credit_accounts to service_role;

-- One row per job id: the lock a job is settled under, and what the hold is bound to.
create table private.credit_holds (
  job_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete restrict,
  type text not null,
  source text not null,
  amount integer not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'started', 'captured', 'released')),
  created_at timestamptz not null default now()
);
create index credit_holds_user_id_idx on private.credit_holds (user_id);
create index credit_holds_open_idx on private.credit_holds (created_at) where state = 'open';
alter table private.credit_holds enable row level security;
grant select, insert, update on private.credit_holds to service_role;

-- Every movement of credits, append-only. A grant is money in; a hold ends in exactly one capture or release.
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
  constraint credit_entries_job_or_grant check ((kind = 'grant') = (job_id is null) and (kind = 'grant') = (grant_key is not null))
);
create unique index credit_entries_job_kind_key on private.credit_entries (job_id, kind);
create unique index credit_entries_one_outcome_key on private.credit_entries (job_id) where kind in ('capture', 'release');
create unique index credit_entries_grant_key on private.credit_entries (grant_key);
create index credit_entries_user_id_idx on private.credit_entries (user_id, id);
alter table private.credit_entries enable row level security;
grant select, insert on private.credit_entries to service_role;

-- Entries are never changed or deleted, by any role: a correction is a new entry.
create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'credit entries are append-only' using errcode = '42501';
end $$;
revoke execute on function private.refuse_change() from public;
create trigger credit_entries_append_only before update or delete on private.credit_entries
  for each row execute function private.refuse_change();
create trigger credit_entries_no_truncate before truncate on private.credit_entries
  for each statement execute function private.refuse_change();
