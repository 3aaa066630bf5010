-- Fixed rate limit windows per key, such as a user or an IP address. The database counts them, because functions share
-- no memory. Counts needn't survive a crash, so the table is unlogged.
create unlogged table private.rate_limits (
  key text primary key check (char_length(key) <= 200),
  window_start timestamptz not null,
  used integer not null check (used > 0)
);
create index rate_limits_window_start_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;
grant select, insert, update, delete on private.rate_limits to service_role;

-- Counts one use of the key. Returns three values.
-- wait: seconds until the next window, or 0 if the use is allowed. left: remaining uses in this window. reset: seconds
-- until the window ends.
create function public.count_request(p_key text, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  counted private.rate_limits;
  expired timestamptz := moment - make_interval(secs => p_window_seconds);
  reset integer;
begin
  insert into private.rate_limits as r (key, window_start, used) values (p_key, moment, 1)
  on conflict (key) do update set
    used = case when r.window_start <= expired then 1 else least(r.used + 1, p_limit + 1) end,
    window_start = case when r.window_start <= expired then moment else r.window_start end
  returning * into counted;
  reset := greatest(1, ceil(extract(epoch from counted.window_start - moment) + p_window_seconds)::integer);
  return jsonb_build_object('wait', case when counted.used <= p_limit then 0 else reset end,
    'left', greatest(0, p_limit - counted.used), 'reset', reset);
end $$;
revoke execute on function public.count_request(text, integer, integer) from public, anon, authenticated;
grant execute on function public.count_request(text, integer, integer) to service_role;

-- Counts a user's request by name. Refuses a deleted account. Returns the same as count_request.
create function public.count_user_request(p_name text, p_user_id uuid, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
begin
  perform private.check_account(p_user_id);
  return public.count_request(p_name || ':' || p_user_id, p_limit, p_window_seconds);
end $$;
revoke execute on function public.count_user_request(text, uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.count_user_request(text, uuid, integer, integer) to service_role;

-- API keys, with which programs call the API for their owner.
create table private.api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The SHA-256 of the secret, which only the owner has.
  secret_hash text not null unique,
  name text not null,
  last_four text not null,
  scope text not null check (scope in ('read', 'create')),
  -- Credits that the key may hold per UTC day.
  daily_limit integer not null check (daily_limit > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_user_id_idx on private.api_keys (user_id);
alter table private.api_keys enable row level security;
grant select, insert, update, delete on private.api_keys to service_role;
create trigger api_keys_refuse_deleted before insert on private.api_keys
  for each row execute function private.refuse_deleted_account();

-- Returns the credits that this key held on this UTC day, without returned ones.
create function private.held_today(p_api_key_id uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(amount), 0)::integer from private.credit_holds
  where api_key_id = p_api_key_id and created_at >= date_trunc('day', now(), 'UTC') and state <> 'released'
$$;
revoke execute on function private.held_today(uuid) from public;
grant execute on function private.held_today(uuid) to service_role;

-- Returns a key for its owner, without the secret.
create function private.key_record(p_key private.api_keys) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_key.id, 'name', p_key.name, 'scope', p_key.scope, 'last_four', p_key.last_four,
    'daily_limit', p_key.daily_limit, 'spent_today', private.held_today(p_key.id),
    'created_at', to_char(p_key.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'expires_at', to_char(p_key.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'is_expired', p_key.expires_at <= private.clock(),
    'last_used_at', to_char(p_key.last_used_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
revoke execute on function private.key_record(private.api_keys) from public;
grant execute on function private.key_record(private.api_keys) to service_role;

-- Creates a key unless the user has p_max valid keys. Deletes the user's keys that expired 30 days ago. The lock
-- processes one user's requests one at a time.
-- outcome: created | too_many. Also returns key.
create function public.create_key(
  p_user_id uuid, p_secret_hash text, p_name text, p_last_four text, p_scope text, p_daily_limit integer, p_days integer, p_max integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  api_key private.api_keys;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.api_keys.user_id:' || p_user_id, 0));
  delete from private.api_keys where user_id = p_user_id and expires_at < moment - interval '30 days';
  if (select count(*) from private.api_keys where user_id = p_user_id and expires_at > moment) >= p_max then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into private.api_keys (user_id, secret_hash, name, last_four, scope, daily_limit, created_at, expires_at)
  values (p_user_id, p_secret_hash, p_name, p_last_four, p_scope, p_daily_limit, moment, moment + make_interval(days => p_days))
  returning * into api_key;
  return jsonb_build_object('outcome', 'created', 'key', private.key_record(api_key));
end $$;
revoke execute on function public.create_key(uuid, text, text, text, text, integer, integer, integer) from public, anon, authenticated;
grant execute on function public.create_key(uuid, text, text, text, text, integer, integer, integer) to service_role;

-- Returns the user's keys, including expired ones, newest first.
create function public.list_keys(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.key_record(k) order by k.created_at desc, k.id), '[]'::jsonb)
  from private.api_keys k where k.user_id = p_user_id
$$;
revoke execute on function public.list_keys(uuid) from public, anon, authenticated;
grant execute on function public.list_keys(uuid) to service_role;

-- Deletes a key of its owner. Returns false if the key is unknown or belongs to another user.
create function public.revoke_key(p_key_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.api_keys where id = p_key_id and user_id = p_user_id;
  return found;
end $$;
revoke execute on function public.revoke_key(uuid, uuid) from public, anon, authenticated;
grant execute on function public.revoke_key(uuid, uuid) to service_role;

-- Returns the key with this secret: id, user_id, scope, is_expired. Null if the key is unknown or revoked. Records the
-- use at most once a minute, to save writes.
create function public.use_key(p_secret_hash text) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  api_key private.api_keys;
begin
  select * into api_key from private.api_keys where secret_hash = p_secret_hash;
  if not found then
    return null;
  end if;
  if api_key.last_used_at is null or api_key.last_used_at <= moment - interval '1 minute' then
    update private.api_keys set last_used_at = moment where id = api_key.id;
  end if;
  return jsonb_build_object('id', api_key.id, 'user_id', api_key.user_id, 'scope', api_key.scope,
    'is_expired', api_key.expires_at <= moment,
    'email', coalesce((select u.email from public.users u where u.id = api_key.user_id), ''));
end $$;
revoke execute on function public.use_key(text) from public, anon, authenticated;
grant execute on function public.use_key(text) to service_role;
