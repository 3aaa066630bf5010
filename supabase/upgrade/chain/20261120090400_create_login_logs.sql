-- One row per sign-in, written by the person's own browser and read by administrators.
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
  is_mobile boolean not null default false
);
create index login_logs_user_time_idx on public.login_logs (user_id, login_time desc);
create index login_logs_time_idx on public.login_logs (login_time desc, id);
alter table public.login_logs enable row level security;
revoke all on public.login_logs from anon, authenticated, service_role;
grant select, insert on public.login_logs to authenticated;
grant select on public.login_logs to service_role;
create policy login_logs_select_own on public.login_logs for select to authenticated using (user_id = (select auth.uid()));
create policy login_logs_insert_own on public.login_logs for insert to authenticated with check (user_id = (select auth.uid()));

-- The time is the server's, text is cut rather than refused (a record must never stop a sign-in), and a second record
-- of the same person within 60 s is dropped in silence: two tabs that sign in together leave one.
create function private.prepare_login_log() returns trigger language plpgsql security definer set search_path = '' as $$
begin
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
  return new;
end $$;
revoke execute on function private.prepare_login_log() from public;
create trigger login_logs_prepare before insert on public.login_logs
  for each row execute function private.prepare_login_log();
