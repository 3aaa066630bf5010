-- The profile record that the app upserts on every sign-in.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  name text not null default '' check (char_length(name) <= 500),
  avatar_url text not null default '' check (char_length(avatar_url) <= 2000),
  provider text not null default 'google' check (char_length(provider) <= 50),
  credits integer not null default 0 check (credits >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.users enable row level security;
revoke all on public.users from anon, authenticated, service_role;
-- An upsert names every column in its SET list, credits and created_at among them: the trigger below decides those.
grant select, insert, update on public.users to authenticated;
grant select, update on public.users to service_role;
create policy users_select_own on public.users for select to authenticated using (id = (select auth.uid()));
create policy users_insert_own on public.users for insert to authenticated with check (id = (select auth.uid()));
create policy users_update_own on public.users for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Whatever a client sends: the e-mail is the sign-in's, credits mirror the ledger, times are the server's.
create function private.protect_user_record() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(email, '') into new.email from auth.users where id = new.id;
  new.updated_at := now();
  if tg_op = 'INSERT' then
    new.created_at := now();
    -- The lock makes a ledger write that cannot see this row yet wait for it (accounts first, users second, as the ledger
    -- does). Where there is no account there is nothing to lock, and the first grant would pass by unseen: so make it.
    insert into private.credit_accounts (user_id) values (new.id) on conflict (user_id) do nothing;
    select available into new.credits from private.credit_accounts where user_id = new.id for share;
  else
    new.id := old.id;
    new.created_at := old.created_at;
    select available into new.credits from private.credit_accounts where user_id = new.id;
  end if;
  new.credits := coalesce(new.credits, 0);
  return new;
end $$;
revoke execute on function private.protect_user_record() from public;
create trigger users_protect before insert or update on public.users
  for each row execute function private.protect_user_record();

-- The ledger alone moves users.credits: every change of an account is mirrored in its transaction.
create function private.mirror_credits() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.users set credits = new.available where id = new.user_id;
  return null;
end $$;
revoke execute on function private.mirror_credits() from public;
create trigger credit_accounts_mirror after insert or update of available on private.credit_accounts
  for each row execute function private.mirror_credits();

-- What the caller can spend now, under the caller's own rights: another person's id answers 0.
create function public.get_user_credits(user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('credits', coalesce(
    (select a.available from private.credit_accounts a where a.user_id = get_user_credits.user_id), 0))
$$;
revoke execute on function public.get_user_credits(uuid) from public, anon, service_role;
grant execute on function public.get_user_credits(uuid) to authenticated;
