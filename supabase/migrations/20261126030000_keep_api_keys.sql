-- Personal keys: programs call the API with them, for their owner.

create table private.api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the secret, which only its owner has.
  secret_hash text not null unique,
  name text not null,
  last_four text not null,
  scope text not null check (scope in ('read', 'create')),
  -- Credits that it may hold on one day in UTC.
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

-- Ends the keys of an account that is deleted.
create function private.end_keys() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from private.api_keys where user_id = new.user_id;
  return null;
end $$;
revoke execute on function private.end_keys() from public;
create trigger account_deletions_end_keys after insert on private.account_deletions
  for each row execute function private.end_keys();

-- The key that a hold was made with; null for the user's own session. It stays when the key is revoked.
alter table private.credit_holds add column api_key_id uuid;
create index credit_holds_api_key_idx on private.credit_holds (api_key_id, created_at) where api_key_id is not null;

-- Returns the credits that this key has held today, a day in UTC, and that were not returned.
create function private.held_today(p_api_key_id uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(amount), 0)::integer from private.credit_holds
  where api_key_id = p_api_key_id and created_at >= date_trunc('day', now(), 'UTC') and state <> 'released'
$$;
revoke execute on function private.held_today(uuid) from public;
grant execute on function private.held_today(uuid) to service_role;

-- Returns a key as its owner sees it. Nobody can be shown the secret again.
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

-- Makes a key, unless p_max of the user's keys work already, and forgets those that expired 30 days ago. The lock lets the requests
-- of one user take turns. outcome: created | too_many; key.
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

-- Returns the user's keys, the newest first, those that have expired too.
create function public.list_keys(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.key_record(k) order by k.created_at desc, k.id), '[]'::jsonb)
  from private.api_keys k where k.user_id = p_user_id
$$;
revoke execute on function public.list_keys(uuid) from public, anon, authenticated;
grant execute on function public.list_keys(uuid) to service_role;

-- Ends one key of its owner. Returns false for an unknown one and another user's alike.
create function public.revoke_key(p_key_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.api_keys where id = p_key_id and user_id = p_user_id;
  return found;
end $$;
revoke execute on function public.revoke_key(uuid, uuid) from public, anon, authenticated;
grant execute on function public.revoke_key(uuid, uuid) to service_role;

-- Returns the key with this secret: id, user_id, scope, is_expired; null for one that is unknown or was revoked. Its use is noted once
-- a minute, because a note is a write.
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
    'is_expired', api_key.expires_at <= moment);
end $$;
revoke execute on function public.use_key(text) from public, anon, authenticated;
grant execute on function public.use_key(text) to service_role;

-- Sets credits aside for a job at today's price, once per job id; with p_capture the charge is final at once. Only a new hold meets
-- the limits: a job that holds its credits goes on. A model that is off has no price. The budget is checked again when the job starts.
-- p_api_key_id: the key that asks; null for the user's own session.
-- outcome: held | exists | insufficient | price_changed | unknown_model | spent | key_mismatch | key_ended | paused | daily_limit |
-- key_limit | budget_reached; available, price, settlement; for the last three retry_after_seconds (to the end of the day), and for
-- daily_limit and key_limit also limit and left, in credits.
drop function public.hold_credits(uuid, uuid, text, text, integer, text, boolean);
create function public.hold_credits(
  p_user_id uuid, p_job_id uuid, p_type text, p_source text, p_amount integer, p_description text, p_capture boolean default false,
  p_api_key_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
  api_key private.api_keys;
  settings private.credit_settings;
  today timestamptz := date_trunc('day', now(), 'UTC');
  today_credits bigint;
  price integer;
  outcome text := 'held';
  spendable integer;
  limits jsonb := '{}';
begin
  -- Before all other locks: whoever revokes the key waits for this hold, or comes first and is seen.
  select * into api_key from private.api_keys
  where id = p_api_key_id and user_id = p_user_id and expires_at > private.clock() for key share;
  select credits into price from private.model_prices where model = p_source and is_on;
  select * into hold from private.credit_holds where job_id = p_job_id for update;
  if not found then
    select * into strict settings from private.credit_settings;
    if p_api_key_id is not null and api_key.id is null then
      outcome := 'key_ended';
    elsif price is null then
      outcome := 'unknown_model';
    elsif p_amount <> price then
      outcome := 'price_changed';
    elsif not settings.new_jobs then
      outcome := 'paused';
    else
      begin
        insert into private.credit_holds (job_id, user_id, type, source, amount, api_key_id)
        values (p_job_id, p_user_id, p_type, p_source, price, p_api_key_id) on conflict (job_id) do nothing;
        if not found then
          -- Two first requests at once: the other one was faster.
          select * into strict hold from private.credit_holds where job_id = p_job_id for update;
        else
          update private.credit_accounts set available = available - price, held = held + price
          where user_id = p_user_id and available >= price;
          if not found then
            raise exception 'insufficient credits' using errcode = 'SR402';
          end if;
          -- The account's lock lets the holds of one user take turns: each sum has those before it, and its own.
          if settings.daily_credits_per_user is not null then
            select sum(amount) into today_credits from private.credit_holds
            where user_id = p_user_id and created_at >= today and state <> 'released';
            if today_credits > settings.daily_credits_per_user then
              raise exception 'daily limit' using errcode = 'SR429';
            end if;
          end if;
          if private.held_today(p_api_key_id) > api_key.daily_limit then
            raise exception 'key limit' using errcode = 'SR430';
          end if;
          if settings.daily_credits_budget is not null then
            select sum(amount) into today_credits from private.credit_holds
            where user_id = p_user_id and created_at >= today and state = 'open';
            if today_credits + private.submitted_today() > settings.daily_credits_budget then
              raise exception 'budget reached' using errcode = 'SR503';
            end if;
          end if;
          insert into private.credit_entries (user_id, kind, job_id, amount, type, source, description)
          values (p_user_id, 'hold', p_job_id, price, p_type, p_source, p_description);
          if p_capture then
            if not private.take_budget(p_job_id) then
              raise exception 'budget reached' using errcode = 'SR503';
            end if;
            perform private.settle_hold(p_job_id, 'capture');
          end if;
        end if;
      exception
        when sqlstate 'SR402' then
          outcome := 'insufficient';
        when sqlstate 'SR429' then
          outcome := 'daily_limit';
          limits := jsonb_build_object('limit', settings.daily_credits_per_user,
            'left', greatest(0, settings.daily_credits_per_user - (today_credits - price)));
        when sqlstate 'SR430' then
          outcome := 'key_limit';
          -- What this hold would have added is undone.
          limits := jsonb_build_object('limit', api_key.daily_limit,
            'left', api_key.daily_limit - private.held_today(p_api_key_id));
        when sqlstate 'SR503' then
          outcome := 'budget_reached';
      end;
    end if;
  end if;
  if hold.job_id is not null then
    outcome := case
      when hold.user_id <> p_user_id or hold.type <> p_type or hold.source <> p_source or hold.amount <> p_amount then 'key_mismatch'
      -- What its owner's page or another key holds is counted to no limit of this key.
      when hold.api_key_id is distinct from p_api_key_id and p_api_key_id is not null then 'key_mismatch'
      when hold.state = 'captured' and p_capture then 'exists'
      when hold.state in ('captured', 'released') then 'spent'
      else 'exists' end;
    if outcome = 'exists' and p_capture and hold.state = 'open' then
      -- The gateway was switched off between two tries of one key.
      if private.take_budget(p_job_id) then
        perform private.settle_hold(p_job_id, 'capture');
      else
        perform private.settle_hold(p_job_id, 'release');
        outcome := 'budget_reached';
      end if;
    end if;
  end if;
  if outcome in ('daily_limit', 'key_limit', 'budget_reached') then
    limits := limits || jsonb_build_object('retry_after_seconds', private.seconds_to_midnight());
  end if;
  select available into spendable from private.credit_accounts where user_id = p_user_id;
  return jsonb_build_object('outcome', outcome, 'available', coalesce(spendable, 0), 'price', price,
    'settlement', case when exists (
      select 1 from private.credit_holds where job_id = p_job_id and user_id = p_user_id and state = 'captured')
      then 'captured' else 'held' end) || limits;
end $$;
revoke execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid) from public, anon, authenticated;
grant execute on function public.hold_credits(uuid, uuid, text, text, integer, text, boolean, uuid) to service_role;

-- Takes the hold if there is none, checks that what is created is what was held, and stores the request: the one step after which
-- the provider may be called, and only by the caller that got 'started'. p_api_key_id: as for hold_credits.
-- outcome: started | exists | too_many_open | no_picture | no_source | as hold_credits; job when there is one. With budget_reached,
-- released says that there was a hold and that it was given back.
drop function public.start_job(uuid, uuid, integer, text, text, jsonb, integer);
create function public.start_job(
  p_user_id uuid, p_job_id uuid, p_price integer, p_provider text, p_request_hash text, p_request jsonb, p_max_open integer,
  p_api_key_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  held jsonb;
  has_pictures boolean;
  hold private.credit_holds;
  job jsonb;
begin
  job := private.job_record(p_job_id);
  if job is not null then
    return case when (job->>'user_id')::uuid = p_user_id and job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  -- Before all other locks: a function that has one of a job waits for no picture.
  has_pictures := private.use_pictures(p_user_id, p_request->'pictures');
  held := public.hold_credits(p_user_id, p_job_id, 'video_generation',
    coalesce(p_request->>'source', p_request->>'model'), p_price, p_request->>'description',
    p_api_key_id => p_api_key_id);
  if held->>'outcome' = 'key_mismatch' then
    -- hold_credits has locked it. Open, it was held for something else and nobody else's: it goes back now, and its key is spent.
    perform private.settle_hold(h.job_id, 'release') from private.credit_holds h
    where h.job_id = p_job_id and h.user_id = p_user_id and h.state = 'open'
      and (p_api_key_id is null or h.api_key_id = p_api_key_id);
  end if;
  if held->>'outcome' not in ('held', 'exists') then
    return held;
  end if;
  select * into strict hold from private.credit_holds where job_id = p_job_id for update;
  if hold.state <> 'open' then
    -- Between the first look and the lock another request started it.
    job := private.job_record(p_job_id);
    return case when job->>'request_hash' = p_request_hash
      then jsonb_build_object('outcome', 'exists', 'job', job)
      else jsonb_build_object('outcome', 'key_mismatch') end;
  end if;
  -- One at a time per user, so that two starts cannot both be the last one allowed.
  perform 1 from private.credit_accounts where user_id = p_user_id for update;
  if (select count(*) from public.jobs where user_id = p_user_id and finished_at is null) >= p_max_open then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'too_many_open');
  end if;
  if p_request->>'source_id' is not null and not exists (
    select from public.jobs
    where id = (p_request->>'source_id')::uuid and user_id = p_user_id and status = 'succeeded' and deleted_at is null)
  then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'no_source');
  end if;
  if not has_pictures then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'no_picture');
  end if;
  if not private.take_budget(p_job_id) then
    perform private.settle_hold(p_job_id, 'release');
    return jsonb_build_object('outcome', 'budget_reached', 'released', true, 'retry_after_seconds', private.seconds_to_midnight());
  end if;
  update private.credit_holds set state = 'started' where job_id = p_job_id;
  insert into public.jobs (id, user_id, model, credits, mode, prompt, negative_prompt, length_seconds, aspect_ratio, seed,
    generate_audio, image_path, input_kind, resolution, source_id, source_use)
  values (p_job_id, p_user_id, split_part(hold.source, ':', 1), hold.amount, p_request->>'mode',
    p_request->>'prompt', p_request->>'negative_prompt',
    (p_request->>'length_seconds')::integer, p_request->>'aspect_ratio', (p_request->>'seed')::integer,
    (p_request->>'generate_audio')::boolean, p_request->>'image_path', p_request->>'input_kind', p_request->>'resolution',
    (p_request->>'source_id')::uuid, p_request->>'source_use');
  insert into private.job_pictures (job_id, position, role, picture_id)
  select p_job_id, wanted.position, wanted.picture->>'role', (wanted.picture->>'id')::uuid
  from jsonb_array_elements(coalesce(p_request->'pictures', '[]')) with ordinality as wanted (picture, position);
  insert into private.provider_tasks (job_id, provider, request_hash) values (p_job_id, p_provider, p_request_hash);
  return jsonb_build_object('outcome', 'started', 'job', private.job_record(p_job_id));
end $$;
revoke execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) from public, anon, authenticated;
grant execute on function public.start_job(uuid, uuid, integer, text, text, jsonb, integer, uuid) to service_role;

-- Counts one use of the key. Returns wait: seconds until the next window, 0 when the use is allowed; left: uses of this window;
-- reset: seconds until it ends.
create function public.count_use(p_key text, p_limit integer, p_window_seconds integer)
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
revoke execute on function public.count_use(text, integer, integer) from public, anon, authenticated;
grant execute on function public.count_use(text, integer, integer) to service_role;

-- count_use as servers of the release before call it: returns the seconds to wait alone.
drop function public.take_rate(text, integer, integer);
create function public.take_rate(p_key text, p_limit integer, p_window_seconds integer)
returns integer language sql set search_path = '' as $$
  select (public.count_use(p_key, p_limit, p_window_seconds)->>'wait')::integer
$$;
revoke execute on function public.take_rate(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_rate(text, integer, integer) to service_role;

-- Counts a call of a user by its name, and refuses a deleted account: its tokens end with it. Returns as count_use.
drop function public.take_user_rate(text, uuid, integer, integer);
create function public.take_user_rate(p_name text, p_user_id uuid, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
begin
  perform private.check_account(p_user_id);
  return public.count_use(p_name || ':' || p_user_id, p_limit, p_window_seconds);
end $$;
revoke execute on function public.take_user_rate(text, uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.take_user_rate(text, uuid, integer, integer) to service_role;

-- Counts a poll, reads the owner's job, and has the sweep leave that job alone for a while, in one call. Returns as count_use, and job:
-- null above the rate, and for what get_job does not show.
drop function public.poll_job(uuid, uuid, integer, integer);
create function public.poll_job(
  p_job_id uuid, p_user_id uuid, p_limit integer, p_window_seconds integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  rate jsonb := public.take_user_rate('status', p_user_id, p_limit, p_window_seconds);
  job jsonb;
begin
  if (rate->>'wait')::integer = 0 then
    job := public.get_job(p_job_id, p_user_id);
  end if;
  if job is not null then
    perform public.touch_job(p_job_id);
  end if;
  return rate || jsonb_build_object('job', job);
end $$;
revoke execute on function public.poll_job(uuid, uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.poll_job(uuid, uuid, integer, integer) to service_role;
