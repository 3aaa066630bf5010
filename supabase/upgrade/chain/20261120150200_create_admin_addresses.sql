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

-- Whether the account's password was right from this address in the last 30 days. Requests whose address the platform does not
-- name share one word for it: that is nobody's address.
create function private.is_admin_address(p_account text, p_address text, p_now timestamptz) returns boolean language sql stable set search_path = '' as $$
  select p_address <> 'unknown' and exists (
    select from private.admin_addresses a
    where a.account = p_account and a.address = p_address and a.right_at > p_now - interval '30 days')
$$;
revoke execute on function private.is_admin_address(text, text, timestamptz) from public;
grant execute on function private.is_admin_address(text, text, timestamptz) to service_role;

-- Takes one try for this account and this address. Answers 0 when the password may be looked at, else the seconds to wait.
-- An address waits from its 4th wrong try on (1, 2, 4, 8 s) and is locked by its 8th for 15 minutes; the account, whatever
-- the other addresses, waits from its 11th on (1 s to 1 minute) and is locked by its 30th. An administrator's own address is
-- counted by itself alone. Tries while locked change nothing, so a lock ends by itself, and a new round begins. A login and
-- its fallback, each with three automatic retries, are one try.
create or replace function public.take_admin_try(p_account text, p_address text, p_digest text, p_now timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  keys text[] := array['address:' || p_address];
  blocked timestamptz;
  is_locked boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  if not private.is_admin_address(p_account, p_address, p_now) then
    keys := keys || ('account:' || p_account);
  end if;
  select max(t.blocked_until), coalesce(bool_or(t.locked), false) into blocked, is_locked
  from private.admin_tries t
  where t.key = any (keys) and t.blocked_until > p_now;
  if not is_locked then
    update private.admin_tries t set repeats = t.repeats + 1
    where t.key = 'address:' || p_address and t.digest = p_digest and t.repeats < 7 and t.tried_at > p_now - interval '3 minutes';
    if found then
      return 0;
    end if;
  end if;
  if blocked is not null then
    return greatest(1, ceil(extract(epoch from blocked - p_now)))::integer;
  end if;
  insert into private.admin_tries as t (key, wrong, tried_at, blocked_until, digest)
  select key, 1, p_now, p_now, p_digest from unnest(keys) as key
  on conflict (key) do update
  set wrong = case when t.locked then 1 else t.wrong + 1 end, tried_at = p_now, digest = p_digest, repeats = 0;
  update private.admin_tries t
  set locked = t.wrong >= l.most,
      blocked_until = p_now + case
        when t.wrong >= l.most then interval '15 minutes'
        when t.wrong > l.free then least(interval '1 second' * power(2, t.wrong - l.free - 1), interval '1 minute')
        else interval '0' end
  from (values ('account:' || p_account, 10, 30), ('address:' || p_address, 3, 8)) as l (key, free, most)
  where t.key = l.key and t.key = any (keys);
  return 0;
end $$;

-- The password was right: what this address tried is forgotten, and nothing that other addresses tried. From now on it is one of
-- the administrator's.
create or replace function public.clear_admin_tries(p_account text, p_address text, p_now timestamptz) returns void language plpgsql set search_path = '' as $$
declare
  was_known boolean := private.is_admin_address(p_account, p_address, p_now);
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  with own as (
    delete from private.admin_tries where key = 'address:' || p_address returning wrong)
  update private.admin_tries t
  set wrong = greatest(0, t.wrong - own.wrong), locked = false, blocked_until = p_now
  from own where t.key = 'account:' || p_account and not was_known;
  insert into private.admin_addresses as a (account, address, right_at) values (p_account, p_address, p_now)
  on conflict (account, address) do update set right_at = excluded.right_at;
end $$;

-- Windows and tries of a day ago say nothing any more, nor addresses of 30 days ago: the sweep drops them.
create or replace function public.forget_rates(p_now timestamptz) returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < p_now - interval '1 day';
  delete from private.admin_tries where tried_at < p_now - interval '1 day';
  delete from private.admin_addresses where right_at < p_now - interval '30 days';
$$;
