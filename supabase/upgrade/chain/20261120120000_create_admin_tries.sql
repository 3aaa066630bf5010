-- Tries of the admin password, counted in the database because functions share no memory. A try counts as wrong before it
-- is checked, so that many at once are no way past the limit, and is taken back when it was right.
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

-- Takes one try for this account and this address. Answers 0 when the password may be looked at, else the seconds to wait.
-- An address waits from its 4th wrong try on (1, 2, 4, 8 s) and is locked by its 8th for 15 minutes; the account, whatever
-- the addresses, waits from its 11th on (1 s to 1 minute) and is locked by its 30th. Tries while locked change nothing, so
-- a lock ends by itself, and a new round begins. A login and its fallback, each with three automatic retries, are one try.
create function public.take_admin_try(p_account text, p_address text, p_digest text, p_now timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  blocked timestamptz;
  is_locked boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  select max(t.blocked_until), coalesce(bool_or(t.locked), false) into blocked, is_locked
  from private.admin_tries t
  where t.key in ('account:' || p_account, 'address:' || p_address) and t.blocked_until > p_now;
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
  values ('account:' || p_account, 1, p_now, p_now, p_digest), ('address:' || p_address, 1, p_now, p_now, p_digest)
  on conflict (key) do update
  set wrong = case when t.locked then 1 else t.wrong + 1 end, tried_at = p_now, digest = p_digest, repeats = 0;
  update private.admin_tries t
  set locked = t.wrong >= l.most,
      blocked_until = p_now + case
        when t.wrong >= l.most then interval '15 minutes'
        when t.wrong > l.free then least(interval '1 second' * power(2, t.wrong - l.free - 1), interval '1 minute')
        else interval '0' end
  from (values ('account:' || p_account, 10, 30), ('address:' || p_address, 3, 8)) as l (key, free, most)
  where t.key = l.key;
  return 0;
end $$;
revoke execute on function public.take_admin_try(text, text, text, timestamptz) from public, anon, authenticated;
grant execute on function public.take_admin_try(text, text, text, timestamptz) to service_role;

-- The password was right: what this address tried is forgotten, and nothing that other addresses tried.
create function public.clear_admin_tries(p_account text, p_address text, p_now timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0));
  with own as (
    delete from private.admin_tries where key = 'address:' || p_address returning wrong)
  update private.admin_tries t
  set wrong = greatest(0, t.wrong - own.wrong), locked = false, blocked_until = p_now
  from own where t.key = 'account:' || p_account;
end $$;
revoke execute on function public.clear_admin_tries(text, text, timestamptz) from public, anon, authenticated;
grant execute on function public.clear_admin_tries(text, text, timestamptz) to service_role;

-- Windows and tries of a day ago say nothing any more: the sweep drops them.
create or replace function public.forget_rates(p_now timestamptz) returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < p_now - interval '1 day';
  delete from private.admin_tries where tried_at < p_now - interval '1 day';
$$;
