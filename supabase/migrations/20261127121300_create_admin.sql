-- Attempts to enter the admin password. An attempt counts as wrong before it's checked, so that parallel attempts can't
-- bypass the limit. A correct attempt is then removed.
create table private.admin_tries (
  -- `account:<name>` or `address:<address>`.
  key text primary key check (char_length(key) <= 200),
  wrong integer not null check (wrong >= 0),
  tried_at timestamptz not null,
  -- No password is checked before this time.
  blocked_until timestamptz not null,
  -- Whether too many attempts were wrong. Fewer wrong attempts only cause a growing wait.
  locked boolean not null default false,
  -- A keyed digest of the last password. The same password from the same address is a retry, not a guess.
  digest text not null,
  repeats integer not null default 0
);
create index admin_tries_tried_at_idx on private.admin_tries (tried_at);
alter table private.admin_tries enable row level security;
grant select, insert, update, delete on private.admin_tries to service_role;

-- The addresses where the administrator logged in. Strangers who guess from many addresses lock the account. An address
-- with a correct password in the last 30 days is counted separately. So strangers can't lock the administrator out.
create table private.admin_addresses (
  account text not null check (char_length(account) <= 200),
  address text not null check (char_length(address) <= 200),
  -- The time of the last successful login from this address.
  last_success_at timestamptz not null,
  primary key (account, address)
);
create index admin_addresses_last_success_at_idx on private.admin_addresses (last_success_at);
alter table private.admin_addresses enable row level security;
grant select, insert, update, delete on private.admin_addresses to service_role;

-- Returns whether this address had a correct password in the last 30 days. Requests without an address from the
-- platform share the value 'unknown', which never counts.
create function private.is_admin_address(p_account text, p_address text) returns boolean language sql stable set search_path = '' as $$
  select p_address <> 'unknown' and exists (
    select from private.admin_addresses a
    where a.account = p_account and a.address = p_address and a.last_success_at > private.clock() - interval '30 days')
$$;
revoke execute on function private.is_admin_address(text, text) from public;
grant execute on function private.is_admin_address(text, text) to service_role;

-- Counts one attempt for this account and this address. Returns 0 if the password may be checked, or else the seconds
-- to wait.
-- The 4th wrong attempt from an address starts a wait (1, 2, 4, 8 s). The 8th locks the address for 15 minutes. The
-- 11th wrong attempt for the account starts a wait from any address (1 s to 1 minute). The 30th locks the account.
-- Attempts from an administrator's own address count only for that address.
-- Attempts during a lock change nothing, so the lock expires, and counting starts again. A login and its fallback, each
-- with three automatic retries, count as one attempt.
create function public.count_admin_try(p_account text, p_address text, p_digest text)
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
revoke execute on function public.count_admin_try(text, text, text) from public, anon, authenticated;
grant execute on function public.count_admin_try(text, text, text) to service_role;

-- Clears the attempts of this address after a correct password, but not those of other addresses. Records the address
-- as the administrator's.
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
  insert into private.admin_addresses as a (account, address, last_success_at) values (p_account, p_address, moment)
  on conflict (account, address) do update set last_success_at = excluded.last_success_at;
end $$;
revoke execute on function public.clear_admin_tries(text, text) from public, anon, authenticated;
grant execute on function public.clear_admin_tries(text, text) to service_role;

-- Returns the users with this email in any letter case, or with this ID. Returns at most 10, oldest first. credits: the
-- credits that each can spend. Only users who have signed in have a profile to find.
create function public.find_credit_users(p_user text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'credits', u.credits)
    order by u.created_at, u.id), '[]')
  from (
    select * from public.users
    where btrim(p_user) <> ''
      and (lower(normalize(email, nfc)) = lower(normalize(btrim(p_user), nfc)) or id::text = lower(btrim(p_user)))
    order by created_at, id limit 10) u
$$;
revoke execute on function public.find_credit_users(text) from public, anon, authenticated;
grant execute on function public.find_credit_users(text) to service_role;

-- Adds 1 to 1,000,000 credits once per key.
-- p_admin: the administrator's name for the ledger. p_reason: 1 to 200 characters, shown to the user.
-- outcome: granted | exists | key_mismatch | no_user | bad_amount | bad_reason | balance_full (above an account's
-- maximum). Also returns user as find_credit_users returns it after the grant, or null.
create function public.grant_admin_credits(p_user_id uuid, p_amount integer, p_reason text, p_admin text, p_key text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text;
begin
  if p_amount is null or p_amount not between 1 and 1000000 then
    outcome := 'bad_amount';
  elsif char_length(btrim(coalesce(p_reason, ''))) not between 1 and 200 then
    outcome := 'bad_reason';
  elsif not exists (select from public.users where id = p_user_id) then
    outcome := 'no_user';
  else
    begin
      outcome := private.grant_credits(p_user_id, p_amount, 'admin_grant', p_admin, 'admin:' || p_key, btrim(p_reason));
    exception when check_violation or numeric_value_out_of_range then
      outcome := 'balance_full';
    end;
    if outcome = 'granted' then
      perform private.record_admin_action(p_admin, 'grant', p_user_id => p_user_id, p_reason => btrim(p_reason),
        p_details => jsonb_build_object('credits', p_amount));
    end if;
  end if;
  return jsonb_build_object('outcome', outcome, 'user', public.find_credit_users(p_user_id::text)->0);
end $$;
revoke execute on function public.grant_admin_credits(uuid, integer, text, text, text) from public, anon, authenticated;
grant execute on function public.grant_admin_credits(uuid, integer, text, text, text) to service_role;

-- Grants credits from the SQL editor. Raises an error without granting anything if a value is invalid. With a key, the
-- same call can run again without granting twice.
create function private.grant_credits_to(p_user text, p_amount integer, p_reason text, p_key text default gen_random_uuid()::text)
returns text language plpgsql set search_path = '' as $$
declare
  found_users jsonb := public.find_credit_users(p_user);
  answer jsonb;
begin
  if jsonb_array_length(found_users) = 0 then
    raise exception 'No user with the e-mail address or id "%" has ever signed in. Nothing was granted.', p_user;
  elsif jsonb_array_length(found_users) > 1 then
    raise exception 'Several users have the e-mail address "%": give the id of one of them. Nothing was granted. %', p_user,
      (select string_agg(u->>'id', ', ') from jsonb_array_elements(found_users) as u);
  end if;
  answer := public.grant_admin_credits((found_users->0->>'id')::uuid, p_amount, p_reason, session_user, p_key);
  case answer->>'outcome'
    when 'granted' then null;
    when 'exists' then
      return format('Granted before with this key: nothing was added. %s has %s credits.',
        answer->'user'->>'email', answer->'user'->>'credits');
    when 'bad_amount' then raise exception 'Give 1 to 1000000 credits. Nothing was granted.';
    when 'bad_reason' then raise exception 'Give a reason of 1 to 200 characters. Nothing was granted.';
    when 'balance_full' then raise exception 'The account cannot hold that many credits more. Nothing was granted.';
    else raise exception 'This key was used for another grant. Nothing was granted.';
  end case;
  return format('Granted %s credits to %s, who now has %s.', p_amount, answer->'user'->>'email', answer->'user'->>'credits');
end $$;
revoke execute on function private.grant_credits_to(text, integer, text, text) from public;

-- Returns the jobs with a known cost and their price in credits, newest cost first.
create function public.list_costs(p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(costed) - 'costed_at' order by costed_at desc), '[]'::jsonb) from (
    select t.job_id, t.provider, t.cost, t.cost_unit, t.costed_at, j.model, j.credits,
      to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end as settlement
    from private.provider_tasks t
    join public.jobs j on j.id = t.job_id
    join private.credit_holds h on h.job_id = t.job_id
    where t.costed_at is not null
    order by t.costed_at desc limit p_limit) as costed
$$;
revoke execute on function public.list_costs(integer) from public, anon, authenticated;
grant execute on function public.list_costs(integer) to service_role;
