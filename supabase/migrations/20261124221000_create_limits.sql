-- Fixed windows per key (a user, an address): counted in the database, because functions share no memory.
create table private.rate_limits (
  key text primary key check (char_length(key) <= 200),
  window_start timestamptz not null,
  used integer not null check (used > 0)
);
create index rate_limits_window_start_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;
grant select, insert, update, delete on private.rate_limits to service_role;

-- Counts one use of the key. Returns 0 when it is allowed, else the seconds until the next window.
create function public.take_rate(p_key text, p_limit integer, p_window_seconds integer)
returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  counted private.rate_limits;
  expired timestamptz := moment - make_interval(secs => p_window_seconds);
begin
  insert into private.rate_limits as r (key, window_start, used) values (p_key, moment, 1)
  on conflict (key) do update set
    used = case when r.window_start <= expired then 1 else least(r.used + 1, p_limit + 1) end,
    window_start = case when r.window_start <= expired then moment else r.window_start end
  returning * into counted;
  if counted.used <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_start - moment) + p_window_seconds)::integer);
end $$;
revoke execute on function public.take_rate(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_rate(text, integer, integer) to service_role;

-- Tries of the admin password. A try counts as wrong before it is checked, so that many at once are no way past the limit, and is
-- taken back when it was right.
create table private.admin_tries (
  -- `account:<name>` or `address:<address>`.
  key text primary key check (char_length(key) <= 200),
  wrong integer not null check (wrong >= 0),
  tried_at timestamptz not null,
  -- No try is looked at before this time.
  blocked_until timestamptz not null,
  -- Too many wrong tries, as opposed to the growing wait between them.
  locked boolean not null default false,
  -- Keyed digest of the last password tried: the same one again from the same address is a retry, not a guess.
  digest text not null,
  repeats integer not null default 0
);
create index admin_tries_tried_at_idx on private.admin_tries (tried_at);
alter table private.admin_tries enable row level security;
grant select, insert, update, delete on private.admin_tries to service_role;

-- Where the administrator logged in from. Strangers who guess from many addresses lock the account; who comes from an address
-- that had the right password in the last 30 days is counted by that address alone, and so cannot be locked out by them.
create table private.admin_addresses (
  account text not null check (char_length(account) <= 200),
  address text not null check (char_length(address) <= 200),
  -- The last time the password was right from there.
  right_at timestamptz not null,
  primary key (account, address)
);
alter table private.admin_addresses enable row level security;
grant select, insert, update, delete on private.admin_addresses to service_role;

-- Returns whether the account's password was right from this address in the last 30 days. Requests whose address the platform does
-- not name share one word for it: that is nobody's address.
create function private.is_admin_address(p_account text, p_address text) returns boolean language sql stable set search_path = '' as $$
  select p_address <> 'unknown' and exists (
    select from private.admin_addresses a
    where a.account = p_account and a.address = p_address and a.right_at > private.clock() - interval '30 days')
$$;
revoke execute on function private.is_admin_address(text, text) from public;
grant execute on function private.is_admin_address(text, text) to service_role;

-- Takes one try for this account and this address. Returns 0 when the password may be looked at, else the seconds to wait.
-- An address waits from its 4th wrong try on (1, 2, 4, 8 s) and is locked by its 8th for 15 minutes; the account, whatever
-- the other addresses, waits from its 11th on (1 s to 1 minute) and is locked by its 30th. An administrator's own address is
-- counted by itself alone. Tries while locked change nothing, so a lock ends by itself, and a new round begins. A login and
-- its fallback, each with three automatic retries, are one try.
create function public.take_admin_try(p_account text, p_address text, p_digest text)
returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  keys text[] := array['address:' || p_address];
  blocked timestamptz;
  is_locked boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  if not private.is_admin_address(p_account, p_address) then
    keys := keys || ('account:' || p_account);
  end if;
  select max(t.blocked_until), coalesce(bool_or(t.locked), false) into blocked, is_locked
  from private.admin_tries t
  where t.key = any (keys) and t.blocked_until > moment;
  if not is_locked then
    update private.admin_tries t set repeats = t.repeats + 1
    where t.key = 'address:' || p_address and t.digest = p_digest and t.repeats < 7 and t.tried_at > moment - interval '3 minutes';
    if found then
      return 0;
    end if;
  end if;
  if blocked is not null then
    return greatest(1, ceil(extract(epoch from blocked - moment)))::integer;
  end if;
  insert into private.admin_tries as t (key, wrong, tried_at, blocked_until, digest)
  select key, 1, moment, moment, p_digest from unnest(keys) as key
  on conflict (key) do update
  set wrong = case when t.locked then 1 else t.wrong + 1 end, tried_at = moment, digest = p_digest, repeats = 0;
  update private.admin_tries t
  set locked = t.wrong >= l.most,
      blocked_until = moment + case
        when t.wrong >= l.most then interval '15 minutes'
        when t.wrong > l.free then least(interval '1 second' * power(2, t.wrong - l.free - 1), interval '1 minute')
        else interval '0' end
  from (values ('account:' || p_account, 10, 30), ('address:' || p_address, 3, 8)) as l (key, free, most)
  where t.key = l.key and t.key = any (keys);
  return 0;
end $$;
revoke execute on function public.take_admin_try(text, text, text) from public, anon, authenticated;
grant execute on function public.take_admin_try(text, text, text) to service_role;

-- Forgets what this address tried when the password was right, and nothing that other addresses tried. From now on the address is
-- one of the administrator's.
create function public.clear_admin_tries(p_account text, p_address text) returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  was_known boolean := private.is_admin_address(p_account, p_address);
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  with own as (
    delete from private.admin_tries where key = 'address:' || p_address returning wrong)
  update private.admin_tries t
  set wrong = greatest(0, t.wrong - own.wrong), locked = false, blocked_until = moment
  from own where t.key = 'account:' || p_account and not was_known;
  insert into private.admin_addresses as a (account, address, right_at) values (p_account, p_address, moment)
  on conflict (account, address) do update set right_at = excluded.right_at;
end $$;
revoke execute on function public.clear_admin_tries(text, text) from public, anon, authenticated;
grant execute on function public.clear_admin_tries(text, text) to service_role;

-- Drops windows and tries of a day ago, and addresses of 30 days ago: they say nothing any more. A try locks two rows, so it and this
-- take turns.
create function public.forget_rates() returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < private.clock() - interval '1 day';
  select pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  delete from private.admin_tries where tried_at < private.clock() - interval '1 day';
  delete from private.admin_addresses where right_at < private.clock() - interval '30 days';
$$;
revoke execute on function public.forget_rates() from public, anon, authenticated;
grant execute on function public.forget_rates() to service_role;
