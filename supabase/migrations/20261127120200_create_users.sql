-- The profile that the app upserts on every sign-in.
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
-- An upsert names every column in its SET list, including credits and created_at. The trigger below sets those.
grant select, insert, update on public.users to authenticated;
grant select, update on public.users to service_role;
create policy users_select_own on public.users for select to authenticated using (id = (select auth.uid()));
create policy users_insert_own on public.users for insert to authenticated with check (id = (select auth.uid()));
create policy users_update_own on public.users for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Sets the profile's fields, whatever a client sends. The email comes from the sign-in, credits come from the ledger,
-- and times come from the server.
-- A trigger runs before a policy's check, and its queries and locks cost time. So the trigger ignores another user's
-- row, which the policy then refuses. An update can't name such a row, because the ID is restored first.
create function private.protect_user_record() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
  elsif new.id <> auth.uid() then
    -- The policy refuses another user's row, so nothing is read here.
    return new;
  else
    perform private.require_account(new.id);
    new.created_at := now();
    -- The lock delays ledger writes that can't see this row yet, and the same sign-in in another tab. Both would write
    -- the account next. Accounts are locked before users, as in the ledger. A missing account can't be locked, so it's
    -- created first. Otherwise, its first grant would be missed.
    insert into private.credit_accounts (user_id) values (new.id) on conflict (user_id) do nothing;
    perform from private.credit_accounts where user_id = new.id for update;
  end if;
  new.email := coalesce((select email from auth.users where id = new.id), '');
  new.credits := coalesce((select available from private.credit_accounts where user_id = new.id), 0);
  new.updated_at := now();
  return new;
end $$;
revoke execute on function private.protect_user_record() from public;
create trigger users_protect before insert or update on public.users
  for each row execute function private.protect_user_record();

-- Grants the sign-up credits once per Google identity, with the profile, which a sign-in writes first. The entry's key
-- derives from the identity and not from the account, and entries are never deleted. So a new account with the same
-- identity gets no second grant. The browser can't affect the grant.
create function private.grant_sign_up_credits() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  settings private.credit_settings;
  google_id text;
begin
  select * into strict settings from private.credit_settings;
  if settings.sign_up_credits > 0 then
    select i.provider_id into google_id from auth.identities i where i.user_id = new.id and i.provider = 'google' limit 1;
    if google_id is not null then
      perform private.grant_credits(new.id, settings.sign_up_credits, 'sign_up', 'sign_up',
        'sign_up:' || encode(sha256(convert_to(settings.identity_salt || ':google:' || google_id, 'utf8')), 'hex'),
        'Welcome credits');
    end if;
  end if;
  return null;
end $$;
revoke execute on function private.grant_sign_up_credits() from public;
create trigger users_sign_up_credits after insert on public.users
  for each row execute function private.grant_sign_up_credits();

-- One row per sign-in. The user's browser writes it, and administrators read it.
create table public.login_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  login_time timestamptz not null default now(),
  ip_address text not null default 'unknown',
  user_agent text not null default '',
  provider text not null default 'unknown',
  device_type text not null default 'other' check (device_type in ('mobile', 'tablet', 'desktop', 'other')),
  local_time text not null default '',
  os_name text not null default '',
  browser_name text not null default '',
  device_brand text not null default '',
  device_model text not null default '',
  is_mobile boolean not null default false,
  -- The ID of the session that began with this sign-in.
  session_id text not null default ''
);
create index login_logs_user_time_idx on public.login_logs (user_id, login_time desc);
create index login_logs_time_idx on public.login_logs (login_time desc, id);
alter table public.login_logs enable row level security;
revoke all on public.login_logs from anon, authenticated, service_role;
grant select, insert on public.login_logs to authenticated;
grant select on public.login_logs to service_role;
create policy login_logs_select_own on public.login_logs for select to authenticated using (user_id = (select auth.uid()));
create policy login_logs_insert_own on public.login_logs for insert to authenticated with check (user_id = (select auth.uid()));

-- Sets the server's time and the session, and shortens long texts, because a record must never prevent a sign-in. Ignores a second
-- record of the same user within 60 seconds. Two tabs that sign in together need only one record.
create function private.prepare_login_log() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id <> auth.uid() then
    -- The policy refuses another user's row, so nothing is read here.
    return new;
  end if;
  perform private.require_account(new.user_id);
  perform pg_advisory_xact_lock(hashtextextended('login_logs:' || new.user_id::text, 0));
  if exists (select 1 from public.login_logs l where l.user_id = new.user_id and l.login_time > now() - interval '60 seconds') then
    return null;
  end if;
  new.login_time := now();
  new.ip_address := left(coalesce(new.ip_address, 'unknown'), 100);
  new.user_agent := left(coalesce(new.user_agent, ''), 2000);
  new.provider := left(coalesce(new.provider, 'unknown'), 50);
  new.local_time := left(coalesce(new.local_time, ''), 100);
  new.os_name := left(coalesce(new.os_name, ''), 100);
  new.browser_name := left(coalesce(new.browser_name, ''), 100);
  new.device_brand := left(coalesce(new.device_brand, ''), 100);
  new.device_model := left(coalesce(new.device_model, ''), 100);
  new.session_id := left(coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', ''), 100);
  return new;
end $$;
revoke execute on function private.prepare_login_log() from public;
create trigger login_logs_prepare before insert on public.login_logs
  for each row execute function private.prepare_login_log();

-- The number of records per UTC day, which gives the total without counting a million rows.
create table private.login_log_days (
  day date primary key,
  records integer not null check (records >= 0)
);
alter table private.login_log_days enable row level security;
grant select on private.login_log_days to service_role;

-- Updates the day's count with every record, in the same transaction.
create function private.count_login_log() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.login_log_days set records = records - 1 where day = (old.login_time at time zone 'utc')::date;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.login_log_days as d (day, records) values ((new.login_time at time zone 'utc')::date, 1)
    on conflict (day) do update set records = d.records + 1;
  end if;
  return null;
end $$;
revoke execute on function private.count_login_log() from public;
create trigger login_logs_count after insert or delete or update of login_time on public.login_logs
  for each row execute function private.count_login_log();

-- Returns a page of sign-in records, newest first, as total, page, and logs. A page after the last one becomes the last
-- one.
-- p_email: a part of the email, or empty for all users. p_from and p_to: UTC days, both included, or null.
-- PostgreSQL plans the query once for all users' records, but again for each email. The records of one user and of half
-- the users need different indexes.
create function public.list_login_logs(p_email text, p_from date, p_to date, p_page integer, p_page_size integer)
returns jsonb language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  -- Limits for the index: a day begins at midnight UTC.
  since timestamptz := coalesce(p_from::timestamp at time zone 'utc', '-infinity');
  until timestamptz := coalesce((p_to + 1)::timestamp at time zone 'utc', 'infinity');
  people uuid[];
  total bigint;
  page bigint;
  ids uuid[];
  logs jsonb;
begin
  if p_email <> '' then
    select coalesce(array_agg(u.id), '{}') into people from public.users u
    where position(lower(normalize(p_email, nfc)) in lower(normalize(u.email, nfc))) > 0;
    execute 'select count(*) from public.login_logs where user_id = any ($1) and login_time >= $2 and login_time < $3'
      into total using people, since, until;
  else
    select coalesce(sum(d.records), 0) into total from private.login_log_days d
    where d.day >= coalesce(p_from, '-infinity') and d.day <= coalesce(p_to, 'infinity');
  end if;
  page := least(p_page, greatest(1, ceil(total::numeric / p_page_size)));
  if p_email <> '' then
    execute 'select array_agg(r.id) from (
        select id from public.login_logs where user_id = any ($1) and login_time >= $2 and login_time < $3
        order by login_time desc, id limit $4 offset $5) r'
      into ids using people, since, until, p_page_size, (page - 1) * p_page_size;
  else
    -- Uses only the index. A late page then skips a million index entries without reading rows.
    select array_agg(r.id) into ids from (
      select id from public.login_logs where login_time >= since and login_time < until
      order by login_time desc, id limit p_page_size offset (page - 1) * p_page_size) r;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'email', coalesce(u.email, ''), 'name', coalesce(u.name, ''), 'picture', coalesce(u.avatar_url, ''),
      'timestamp', to_char(l.login_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ipAddress', l.ip_address, 'userAgent', l.user_agent) order by l.login_time desc, l.id), '[]') into logs
  from public.login_logs l left join public.users u on u.id = l.user_id where l.id = any (ids);
  return jsonb_build_object('total', total, 'page', page, 'logs', logs);
end $$;
revoke execute on function public.list_login_logs(text, date, date, integer, integer) from public, anon, authenticated;
grant execute on function public.list_login_logs(text, date, date, integer, integer) to service_role;

-- Deletes up to p_limit sign-in records older than 400 days, all from one UTC day, and returns their number. Deleting
-- locks the day's count with the records. A caller that locked two days could deadlock with the deletion of an account.
create function private.clear_login_records(p_limit integer) returns integer
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.login_logs where id = any (array(
      select id from public.login_logs where login_time < private.clock() - interval '400 days'
        and login_time < (select date_trunc('day', min(login_time), 'utc') + interval '24 hours' from public.login_logs)
      order by login_time limit p_limit for update skip locked)) returning 1
  )
  select count(*)::integer from gone
$$;
revoke execute on function private.clear_login_records(integer) from public;
grant execute on function private.clear_login_records(integer) to service_role;
