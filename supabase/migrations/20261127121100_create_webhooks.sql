-- Webhooks of users, which receive messages when a job ends. Webhooks that providers send to us aren't stored here.
create table private.outgoing_webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  url text not null check (char_length(url) <= 2000),
  -- The signing key: whsec_ and base64. Stored as plain text, because every message is signed with it.
  secret text not null,
  created_at timestamptz not null,
  -- The time since which nothing is sent, and the reason. gone: the receiver responded with 410.
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone')),
  -- The end of the current sender's claim. Only one message is sent at a time, so that a slow receiver delays only one
  -- sender.
  busy_until timestamptz not null default '-infinity',
  -- Whether the last attempt failed. Such a webhook is processed after the others.
  is_failing boolean not null default false,
  constraint outgoing_webhooks_disabled_has_reason check (num_nulls(disabled_at, disabled_reason) in (0, 2)),
  constraint outgoing_webhooks_url_key unique (user_id, url)
);
alter table private.outgoing_webhooks enable row level security;
grant select, insert, update, delete on private.outgoing_webhooks to service_role;

-- The messages to a webhook: waiting, delivered, or failed. The text is generated from the job when it's sent, so no
-- user data is stored here.
create table private.webhook_deliveries (
  -- Part of the message ID, the same for all attempts.
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references private.outgoing_webhooks (id) on delete cascade,
  -- Null for a test.
  job_id uuid references public.jobs (id) on delete restrict,
  event text not null check (event in ('job.completed', 'job.failed', 'job.canceled', 'test')),
  created_at timestamptz not null,
  -- The time of the next attempt. Null after delivery, or after the last attempt.
  due_at timestamptz,
  tries integer not null default 0,
  tried_at timestamptz,
  -- The HTTP status and the error of the last attempt. Null for none.
  last_status integer,
  last_fault text,
  delivered_at timestamptz,
  -- The end of the current attempt's claim. Null if the message wasn't claimed, or if its result is recorded.
  sending_until timestamptz
);
create index webhook_deliveries_webhook_id_idx on private.webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_job_id_idx on private.webhook_deliveries (job_id);
create index webhook_deliveries_due_idx on private.webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_finished_idx on private.webhook_deliveries (created_at) where due_at is null;
alter table private.webhook_deliveries enable row level security;
grant select, insert, update, delete on private.webhook_deliveries to service_role;

-- Adds a message to each active webhook of the user when a job ends. A message exists if and only if the job has ended.
-- Waits for a concurrent deletion of a webhook, which then gets no message. Triggers run in the alphabetical order of
-- their names, so locks go from task to message to link.
create function private.notify_job_end() returns trigger language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  webhook uuid;
begin
  for webhook in
    select id from private.outgoing_webhooks where user_id = new.user_id and disabled_at is null for key share
  loop
    insert into private.webhook_deliveries (webhook_id, job_id, event, created_at, due_at)
    values (webhook, new.id, case
      when new.status = 'succeeded' then 'job.completed'
      when new.failure_code = 'cancelled' then 'job.canceled'
      else 'job.failed' end, moment, moment);
  end loop;
  return null;
end $$;
revoke execute on function private.notify_job_end() from public;
create trigger jobs_notify_end after update of finished_at on public.jobs
  for each row when (old.finished_at is null and new.finished_at is not null) execute function private.notify_job_end();

-- Deletes the messages about a deleted job.
create function private.remove_messages() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from private.webhook_deliveries where job_id = new.id;
  return null;
end $$;
revoke execute on function private.remove_messages() from public;
create trigger jobs_remove_messages after update of deleted_at on public.jobs
  for each row when (new.deleted_at is not null) execute function private.remove_messages();

-- Returns a webhook for its owner, without the secret.
create function private.webhook_record(p_webhook private.outgoing_webhooks) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_webhook.id, 'url', p_webhook.url, 'disabled_reason', p_webhook.disabled_reason,
    'created_at', to_char(p_webhook.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'disabled_at', to_char(p_webhook.disabled_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
revoke execute on function private.webhook_record(private.outgoing_webhooks) from public;
grant execute on function private.webhook_record(private.outgoing_webhooks) to service_role;

-- Adds a webhook. outcome: created | exists | too_many. Also returns webhook.
create function public.create_webhook(p_user_id uuid, p_url text, p_secret text, p_max integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  webhook private.outgoing_webhooks;
begin
  perform private.require_account(p_user_id);
  -- One call at a time per user, so that two calls can't both add the last allowed webhook.
  perform pg_advisory_xact_lock(hashtextextended('outgoing_webhooks:' || p_user_id, 0));
  if exists (select from private.outgoing_webhooks where user_id = p_user_id and url = p_url) then
    return jsonb_build_object('outcome', 'exists');
  end if;
  if (select count(*) from private.outgoing_webhooks where user_id = p_user_id) >= p_max then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into private.outgoing_webhooks (user_id, url, secret, created_at) values (p_user_id, p_url, p_secret, private.clock())
  returning * into webhook;
  return jsonb_build_object('outcome', 'created', 'webhook', private.webhook_record(webhook));
end $$;
revoke execute on function public.create_webhook(uuid, text, text, integer) from public, anon, authenticated;
grant execute on function public.create_webhook(uuid, text, text, integer) to service_role;

-- Returns the user's webhooks, oldest first.
create function public.list_webhooks(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.webhook_record(w) order by w.created_at, w.id), '[]'::jsonb)
  from private.outgoing_webhooks w where w.user_id = p_user_id
$$;
revoke execute on function public.list_webhooks(uuid) from public, anon, authenticated;
grant execute on function public.list_webhooks(uuid) to service_role;

-- Deletes a user's webhook and its messages. Returns false if the webhook is unknown or belongs to another user.
create function public.delete_webhook(p_webhook_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.outgoing_webhooks where id = p_webhook_id and user_id = p_user_id;
  return found;
end $$;
revoke execute on function public.delete_webhook(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_webhook(uuid, uuid) to service_role;

-- Returns the latest messages to a user's webhook, newest first. Null if list_webhooks doesn't return the webhook.
create function public.list_webhook_deliveries(p_webhook_id uuid, p_user_id uuid, p_limit integer)
returns jsonb language sql stable set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', d.id, 'job_id', d.job_id, 'event', d.event, 'tries', d.tries, 'last_status', d.last_status, 'last_fault', d.last_fault,
      'created_at', to_char(d.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'due_at', to_char(d.due_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'tried_at', to_char(d.tried_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'delivered_at', to_char(d.delivered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by d.created_at desc, d.id)
    from (
      select * from private.webhook_deliveries where webhook_id = w.id order by created_at desc, id limit p_limit) as d), '[]'::jsonb)
  from private.outgoing_webhooks w where w.id = p_webhook_id and w.user_id = p_user_id
$$;
revoke execute on function public.list_webhook_deliveries(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.list_webhook_deliveries(uuid, uuid, integer) to service_role;

-- Returns whether this message is being sent: claim_webhook_delivery claimed it, and its result isn't recorded.
create function private.is_sending(p_delivery private.webhook_deliveries) returns boolean language sql stable set search_path = '' as $$
  select coalesce(p_delivery.sending_until > private.clock(), false)
$$;
revoke execute on function private.is_sending(private.webhook_deliveries) from public;
grant execute on function private.is_sending(private.webhook_deliveries) to service_role;

-- Schedules a message to be sent now, with all its attempts. Returns due | off (the webhook is disabled) | not_found.
create function public.repeat_webhook_delivery(p_delivery_id uuid, p_webhook_id uuid, p_user_id uuid)
returns text language plpgsql set search_path = '' as $$
declare
  webhook private.outgoing_webhooks;
begin
  select w.* into webhook from private.outgoing_webhooks w join private.webhook_deliveries d on d.webhook_id = w.id
  where d.id = p_delivery_id and w.id = p_webhook_id and w.user_id = p_user_id;
  if not found then
    return 'not_found';
  end if;
  if webhook.disabled_at is not null then
    return 'off';
  end if;
  -- If the message is being sent, its result is recorded as usual.
  update private.webhook_deliveries d set due_at = private.clock(), tries = 0, delivered_at = null
  where d.id = p_delivery_id and not private.is_sending(d);
  return 'due';
end $$;
revoke execute on function public.repeat_webhook_delivery(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.repeat_webhook_delivery(uuid, uuid, uuid) to service_role;

-- Schedules a test message to a user's webhook, and deletes the previous test. Returns the same as
-- repeat_webhook_delivery.
create function public.test_webhook(p_webhook_id uuid, p_user_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  webhook private.outgoing_webhooks;
begin
  -- Locks the webhook, so that tests run one at a time, and a concurrent deletion ends first.
  select * into webhook from private.outgoing_webhooks where id = p_webhook_id and user_id = p_user_id for no key update;
  if not found then
    return 'not_found';
  end if;
  if webhook.disabled_at is not null then
    return 'off';
  end if;
  -- If a test is being sent, that test counts for this request.
  if exists (
    select from private.webhook_deliveries d
    where d.webhook_id = p_webhook_id and d.event = 'test' and private.is_sending(d))
  then
    return 'due';
  end if;
  delete from private.webhook_deliveries where webhook_id = p_webhook_id and event = 'test';
  insert into private.webhook_deliveries (webhook_id, event, created_at, due_at) values (p_webhook_id, 'test', moment, moment);
  return 'due';
end $$;
revoke execute on function public.test_webhook(uuid, uuid) from public, anon, authenticated;
grant execute on function public.test_webhook(uuid, uuid) to service_role;

-- Claims a waiting message to a webhook that no other caller is sending to. For a minute, no other caller claims that
-- message. Webhooks whose last attempt failed come last, and all webhooks alternate. p_user_id: null for any user.
-- Returns id, event, created_at, tries (including this one), url, secret, and job (null for a test). Null if no message
-- is waiting.
create function public.claim_webhook_delivery(p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  due record;
  delivery private.webhook_deliveries;
begin
  select d.id, w.id as webhook_id, w.url, w.secret into due
  from private.outgoing_webhooks w join private.webhook_deliveries d on d.webhook_id = w.id
  where w.busy_until <= moment and d.due_at <= moment and (p_user_id is null or w.user_id = p_user_id)
  order by w.is_failing, w.busy_until, d.due_at limit 1 for no key update of w, d skip locked;
  if not found then
    return null;
  end if;
  update private.outgoing_webhooks set busy_until = moment + interval '30 seconds' where id = due.webhook_id;
  update private.webhook_deliveries
  set tries = tries + 1, tried_at = moment, due_at = moment + interval '1 minute', sending_until = moment + interval '30 seconds'
  where id = due.id returning * into delivery;
  return jsonb_build_object(
    'id', delivery.id, 'event', delivery.event, 'tries', delivery.tries, 'url', due.url, 'secret', due.secret,
    'created_at', to_char(delivery.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'job', private.job_record(delivery.job_id));
end $$;
revoke execute on function public.claim_webhook_delivery(uuid) from public, anon, authenticated;
grant execute on function public.claim_webhook_delivery(uuid) to service_role;

-- Records the result of an attempt, unless another caller has claimed the message since. A failed message is delayed,
-- up to ten attempts. A status of 410 disables the webhook.
-- p_status: the response's status. p_fault: null if the message was delivered.
create function public.record_webhook_attempt(p_delivery_id uuid, p_tries integer, p_status integer, p_fault text)
returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  address uuid;
begin
  select webhook_id into address from private.webhook_deliveries where id = p_delivery_id and tries = p_tries;
  if not found then
    return;
  end if;
  update private.outgoing_webhooks set busy_until = moment, is_failing = p_fault is not null where id = address;
  update private.webhook_deliveries
  set last_status = p_status, last_fault = p_fault, sending_until = null,
    delivered_at = case when p_fault is null then moment end,
    due_at = case when p_fault is not null then moment + (array[
      '5 seconds', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '20 hours', '24 hours'])[p_tries]::interval end
  where id = p_delivery_id;
  if p_status = 410 then
    update private.outgoing_webhooks set disabled_at = moment, disabled_reason = 'gone' where id = address;
    update private.webhook_deliveries set due_at = null where webhook_id = address;
  end if;
end $$;
revoke execute on function public.record_webhook_attempt(uuid, integer, integer, text) from public, anon, authenticated;
grant execute on function public.record_webhook_attempt(uuid, integer, integer, text) to service_role;
