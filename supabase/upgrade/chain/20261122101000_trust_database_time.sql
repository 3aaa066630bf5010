-- One clock for all API servers, the database's: a server whose own clock is hours ahead would release what others hold, and what
-- it wrote would lock or block until those hours have passed.

-- The time that counts. p_now is what a test says instead: the tests' databases alone have another body here.
create function private.clock(p_now timestamptz) returns timestamptz language sql stable set search_path = '' as $$
  select now()
$$;
revoke execute on function private.clock(timestamptz) from public;
grant execute on function private.clock(timestamptz) to service_role;

-- Counts one use of the key. Answers 0 when it is allowed, else the seconds until the next window.
create or replace function public.take_rate(p_key text, p_limit integer, p_window_seconds integer, p_now timestamptz default null)
returns integer language plpgsql set search_path = '' as $$
declare
  counted private.rate_limits;
  expired timestamptz := private.clock(p_now) - make_interval(secs => p_window_seconds);
begin
  p_now := private.clock(p_now);
  insert into private.rate_limits as r (key, window_start, used) values (p_key, p_now, 1)
  on conflict (key) do update set
    used = case when r.window_start <= expired then 1 else least(r.used + 1, p_limit + 1) end,
    window_start = case when r.window_start <= expired then p_now else r.window_start end
  returning * into counted;
  if counted.used <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_start - p_now) + p_window_seconds)::integer);
end $$;

-- Whether the account's password was right from this address in the last 30 days. Requests whose address the platform does not
-- name share one word for it: that is nobody's address.
create or replace function private.is_admin_address(p_account text, p_address text, p_now timestamptz) returns boolean language sql stable set search_path = '' as $$
  select p_address <> 'unknown' and exists (
    select from private.admin_addresses a
    where a.account = p_account and a.address = p_address and a.right_at > private.clock(p_now) - interval '30 days')
$$;

-- Takes one try for this account and this address. Answers 0 when the password may be looked at, else the seconds to wait.
-- An address waits from its 4th wrong try on (1, 2, 4, 8 s) and is locked by its 8th for 15 minutes; the account, whatever
-- the other addresses, waits from its 11th on (1 s to 1 minute) and is locked by its 30th. An administrator's own address is
-- counted by itself alone. Tries while locked change nothing, so a lock ends by itself, and a new round begins. A login and
-- its fallback, each with three automatic retries, are one try.
create or replace function public.take_admin_try(p_account text, p_address text, p_digest text, p_now timestamptz default null)
returns integer language plpgsql set search_path = '' as $$
declare
  keys text[] := array['address:' || p_address];
  blocked timestamptz;
  is_locked boolean;
begin
  p_now := private.clock(p_now);
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
create or replace function public.clear_admin_tries(p_account text, p_address text, p_now timestamptz default null) returns void language plpgsql set search_path = '' as $$
declare
  was_known boolean := private.is_admin_address(p_account, p_address, p_now);
begin
  p_now := private.clock(p_now);
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
create or replace function public.forget_rates(p_now timestamptz default null) returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < private.clock(p_now) - interval '1 day';
  delete from private.admin_tries where tried_at < private.clock(p_now) - interval '1 day';
  delete from private.admin_addresses where right_at < private.clock(p_now) - interval '30 days';
$$;

-- Lets one caller at a time fetch and store a finished video.
create or replace function public.claim_delivery(p_job_id uuid, p_now timestamptz default null) returns boolean language plpgsql set search_path = '' as $$
begin
  p_now := private.clock(p_now);
  update private.vendor_tasks set delivering_until = p_now + interval '45 seconds'
  where job_id = p_job_id and (delivering_until is null or delivering_until < p_now);
  return found;
end $$;

-- The delivery is still under way. A claim that has run out is not renewed: it may be somebody else's by now.
create or replace function public.renew_delivery(p_job_id uuid, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set delivering_until = private.clock(p_now) + interval '45 seconds'
  where job_id = p_job_id and delivering_until >= private.clock(p_now)
$$;

-- A browser's poll is a look at the vendor too.
create or replace function public.touch_job(p_job_id uuid, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set checked_at = private.clock(p_now) where job_id = p_job_id
$$;

-- Stops a job that was held and never submitted; for any other one it notes the wish and lets one caller at a time ask
-- the vendor, for a minute. The hold's lock decides against a create of the same job: exactly one of the two wins.
-- outcome: stopped | already_finished | ask (the vendor, now) | busy (another caller asks) | unsent (the vendor's task id
-- is not known) | not_found; job where there is one, else hold.
create or replace function public.request_cancel(p_job_id uuid, p_user_id uuid, p_now timestamptz default null) returns jsonb language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
  job jsonb;
begin
  p_now := private.clock(p_now);
  select * into hold from private.credit_holds where job_id = p_job_id and user_id = p_user_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  job := private.job_record(p_job_id, p_now);
  if job is null then
    if hold.state = 'open' then
      update private.credit_holds set cancel_requested_at = p_now where job_id = p_job_id returning * into hold;
      hold.state := private.settle_hold(p_job_id, 'release');
    end if;
    return jsonb_build_object(
      'outcome', case when hold.state = 'released' and hold.cancel_requested_at is not null then 'stopped' else 'already_finished' end,
      'hold', jsonb_build_object('job_id', hold.job_id, 'model', hold.source, 'credits', hold.amount,
        'settlement', case hold.state when 'captured' then 'captured' else 'released' end,
        'created_at', to_char(hold.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'finished_at', (select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
          from private.credit_entries where job_id = p_job_id and kind in ('capture', 'release'))));
  end if;
  if job->>'deleted_at' is not null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job->>'finished_at' is not null then
    return jsonb_build_object('outcome', case when job->>'failure_code' = 'cancelled' then 'stopped' else 'already_finished' end, 'job', job);
  end if;
  if job->>'provider_task_id' is null then
    return jsonb_build_object('outcome', 'unsent', 'job', job);
  end if;
  update private.credit_holds set cancel_requested_at = p_now where job_id = p_job_id and cancel_requested_at is null;
  update private.vendor_tasks set cancelling_until = p_now + interval '1 minute'
  where job_id = p_job_id and (cancelling_until is null or cancelling_until < p_now);
  return jsonb_build_object('outcome', case when found then 'ask' else 'busy' end, 'job', job);
end $$;

drop function public.take_files_to_delete(timestamptz, integer);
-- Files a sweep should delete now; each comes up again in 10 minutes unless it is forgotten by then.
create function public.take_files_to_delete(p_limit integer, p_now timestamptz default null) returns jsonb language plpgsql set search_path = '' as $$
declare
  taken jsonb;
begin
  p_now := private.clock(p_now);
  with due as (
    select job_id, bucket from private.files_to_delete where due_at <= p_now
    order by due_at limit p_limit for update skip locked
  ), moved as (
    update private.files_to_delete f set due_at = p_now + interval '10 minutes'
    from due where f.job_id = due.job_id and f.bucket = due.bucket returning f.job_id, f.bucket, f.path
  )
  select jsonb_agg(to_jsonb(moved)) into taken from moved;
  return coalesce(taken, '[]'::jsonb);
end $$;
revoke execute on function public.take_files_to_delete(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.take_files_to_delete(integer, timestamptz) to service_role;

-- The files of these jobs are gone from this bucket. A job whose delivery may still be under way stays listed: its video
-- could be stored after it was deleted, also for five minutes after its claim, by a server that could not renew it.
create or replace function public.forget_deleted_files(p_job_ids uuid[], p_bucket text, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  delete from private.files_to_delete f using private.vendor_tasks v
  where f.job_id = any (p_job_ids) and f.bucket = p_bucket and v.job_id = f.job_id
    and (v.delivering_until is null or v.delivering_until <= private.clock(p_now) - interval '5 minutes')
$$;

drop function public.release_unused_holds(timestamptz, integer);
-- Gives back holds that no job used for 15 minutes. Answers how many.
create function public.release_unused_holds(p_limit integer, p_now timestamptz default null) returns integer language plpgsql set search_path = '' as $$
declare
  hold record;
  released integer := 0;
begin
  p_now := private.clock(p_now);
  for hold in
    with due as (
      select job_id, user_id from private.credit_holds
      where state = 'open' and created_at < p_now - interval '15 minutes'
      order by created_at limit p_limit for update skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select job_id from due order by user_id
  loop
    perform private.settle_hold(hold.job_id, 'release');
    released := released + 1;
  end loop;
  return released;
end $$;
revoke execute on function public.release_unused_holds(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.release_unused_holds(integer, timestamptz) to service_role;

drop function public.claim_open_jobs(timestamptz, integer);
-- Open jobs that no browser asked about for 30 s, marked as looked at now. A job whose vendor call never answered
-- (the server died in it) becomes unknown after 2 minutes: longer than any create is waited for.
create function public.claim_open_jobs(p_limit integer, p_now timestamptz default null) returns jsonb language plpgsql set search_path = '' as $$
declare
  claimed uuid[];
begin
  p_now := private.clock(p_now);
  select array_agg(job_id) into claimed from (
    select v.job_id from private.vendor_tasks v
    join public.generations g on g.id = v.job_id
    where g.status in ('submitted', 'running', 'unknown')
      and v.checked_at < p_now - interval '30 seconds'
      and (g.status <> 'submitted' or g.created_at < p_now - interval '2 minutes')
    order by v.checked_at limit p_limit for update of v skip locked) due;
  update private.vendor_tasks set checked_at = p_now where job_id = any (claimed);
  update public.generations set status = 'unknown' where id = any (claimed) and status = 'submitted';
  return coalesce((select jsonb_agg(private.job_record(id, p_now)) from unnest(claimed) as id), '[]'::jsonb);
end $$;
revoke execute on function public.claim_open_jobs(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.claim_open_jobs(integer, timestamptz) to service_role;

-- The job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them;
-- the seconds of a finished job have stopped.
drop function private.job_record(uuid);
create function private.job_record(p_job_id uuid, p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'created_at', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(g.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'cancel_requested', h.cancel_requested_at is not null,
    'elapsed_seconds', floor(extract(epoch from coalesce(g.finished_at, private.clock(p_now)) - g.created_at))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;
revoke execute on function private.job_record(uuid, timestamptz) from public;
grant execute on function private.job_record(uuid, timestamptz) to service_role;

-- The owner's job, or null for an unknown id, a deleted job and another user's alike.
drop function public.get_job(uuid, uuid);
create function public.get_job(p_job_id uuid, p_user_id uuid, p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select j from private.job_record(p_job_id, private.clock(p_now)) as j where (j->>'user_id')::uuid = p_user_id and j->>'deleted_at' is null
$$;
revoke execute on function public.get_job(uuid, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.get_job(uuid, uuid, timestamptz) to service_role;

-- What a server with a clock ahead of time has left behind counts from now on.
update private.rate_limits set window_start = now() where window_start > now();
update private.admin_tries set tried_at = least(tried_at, now()), blocked_until = least(blocked_until, now() + interval '15 minutes')
where tried_at > now() or blocked_until > now() + interval '15 minutes';
update private.admin_addresses set right_at = now() where right_at > now();
update private.files_to_delete set due_at = now() where due_at > now() + interval '10 minutes';
update private.vendor_tasks
set checked_at = least(checked_at, now()), delivering_until = least(delivering_until, now() + interval '45 seconds'),
  cancelling_until = least(cancelling_until, now() + interval '1 minute')
where checked_at > now() or delivering_until > now() + interval '45 seconds' or cancelling_until > now() + interval '1 minute';
