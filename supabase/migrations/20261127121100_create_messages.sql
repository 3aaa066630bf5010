-- Where we send a message when a user's job ends: webhooks, and devices that asked for notifications. Webhooks that
-- providers send to us aren't stored here.
create table private.receivers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('webhook', 'device')),
  -- A device's is the address that its browser's push service gave it.
  url text not null check (char_length(url) <= 2000),
  -- The signing key of a webhook: whsec_ and base64. The shared secret of a device, in base64url. Stored as plain text,
  -- because every message needs it.
  secret text not null,
  -- The device's public key in base64url. Messages are encrypted for it.
  public_key text,
  -- The sign-in of a device. A device gets nothing more once its user signed out there.
  session_id uuid unique references auth.sessions (id) on delete cascade,
  user_agent text check (char_length(user_agent) <= 500),
  -- Whether the device's messages contain the prompt of a video without a title.
  shows_prompt boolean not null default false,
  -- The time of the last delivery to a device.
  sent_at timestamptz,
  created_at timestamptz not null,
  -- The time since which nothing is sent, and the reason. gone: the receiver responded with 410.
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone')),
  -- The end of the current sender's claim. Only one message is sent at a time, so that a slow receiver delays only one
  -- sender.
  busy_until timestamptz not null default '-infinity',
  -- Whether the last attempt failed. Such a receiver is processed after the others.
  is_failing boolean not null default false,
  constraint receivers_disabled_has_reason check (num_nulls(disabled_at, disabled_reason) in (0, 2)),
  constraint receivers_device_has_keys check (num_nonnulls(public_key, session_id) = case kind when 'device' then 2 else 0 end)
);
create unique index receivers_webhook_key on private.receivers (user_id, url) where kind = 'webhook';
create unique index receivers_device_key on private.receivers (url) where kind = 'device';
create index receivers_user_id_idx on private.receivers (user_id);
alter table private.receivers enable row level security;
grant select, insert, update, delete on private.receivers to service_role;

-- The messages to receivers: waiting, delivered, or failed. The text is generated from the job when it's sent, so no
-- user data is stored here.
create table private.messages (
  -- Part of a webhook's message ID, the same for all attempts.
  id uuid primary key default gen_random_uuid(),
  receiver_id uuid not null references private.receivers (id) on delete cascade,
  -- Null for a test, and for a message about a new API key.
  job_id uuid references public.jobs (id) on delete restrict,
  event text not null check (event in ('job.completed', 'job.failed', 'job.canceled', 'key.created', 'test')),
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
create index messages_receiver_id_idx on private.messages (receiver_id, created_at desc);
create index messages_job_id_idx on private.messages (job_id);
create index messages_due_idx on private.messages (due_at) where due_at is not null;
create index messages_finished_idx on private.messages (created_at) where due_at is null;
alter table private.messages enable row level security;
grant select, insert, update, delete on private.messages to service_role;

-- Adds a message to each active receiver of the user when a job ends. A message exists if and only if the job has ended.
-- Devices get none about a job that their user canceled. Waits for a concurrent deletion of a receiver, which then gets
-- no message. Triggers run in the alphabetical order of their names, so locks go from task to message to link.
create function private.notify_job_end() returns trigger language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  receiver uuid;
begin
  for receiver in
    select id from private.receivers
    where user_id = new.user_id and disabled_at is null
      and (kind = 'webhook' or new.failure_code is distinct from 'cancelled') for key share
  loop
    insert into private.messages (receiver_id, job_id, event, created_at, due_at)
    values (receiver, new.id, case
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
  delete from private.messages where job_id = new.id;
  return null;
end $$;
revoke execute on function private.remove_messages() from public;
create trigger jobs_remove_messages after update of deleted_at on public.jobs
  for each row when (new.deleted_at is not null) execute function private.remove_messages();

-- Returns whether this message is being sent: claim_message claimed it, and its result isn't recorded.
create function private.is_sending(p_message private.messages) returns boolean language sql stable set search_path = '' as $$
  select coalesce(p_message.sending_until > private.clock(), false)
$$;
revoke execute on function private.is_sending(private.messages) from public;
grant execute on function private.is_sending(private.messages) to service_role;

-- Claims a waiting message to a receiver that no other caller is sending to. For a minute, no other caller claims that
-- message. Receivers whose last attempt failed come last, and all receivers alternate. p_user_id: null for any user.
-- Returns id, event, created_at, tries (including this one), kind, url, secret, public_key and shows_prompt of a device,
-- and job (null without one). Null if no message is waiting.
create function public.claim_message(p_user_id uuid) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  due record;
  message private.messages;
begin
  select m.id, r.id as receiver_id, r.kind, r.url, r.secret, r.public_key, r.shows_prompt into due
  from private.receivers r join private.messages m on m.receiver_id = r.id
  where r.busy_until <= moment and m.due_at <= moment and (p_user_id is null or r.user_id = p_user_id)
  order by r.is_failing, r.busy_until, m.due_at limit 1 for no key update of r, m skip locked;
  if not found then
    return null;
  end if;
  update private.receivers set busy_until = moment + interval '30 seconds' where id = due.receiver_id;
  update private.messages
  set tries = tries + 1, tried_at = moment, due_at = moment + interval '1 minute', sending_until = moment + interval '30 seconds'
  where id = due.id returning * into message;
  return jsonb_build_object(
    'id', message.id, 'event', message.event, 'tries', message.tries,
    'kind', due.kind, 'url', due.url, 'secret', due.secret, 'public_key', due.public_key, 'shows_prompt', due.shows_prompt,
    'created_at', to_char(message.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'job', private.job_record(message.job_id));
end $$;
revoke execute on function public.claim_message(uuid) from public, anon, authenticated;
grant execute on function public.claim_message(uuid) to service_role;

-- Records the result of an attempt, unless another caller has claimed the message since. A failed message is delayed,
-- up to ten attempts, or five to a device. A status of 410 disables a webhook, and 404 or 410 deletes a device. Another
-- refusal by a device's push service is final, because the same message would be refused again.
-- p_status: the response's status. p_fault: null if the message was delivered. p_wait_seconds: the time that a push
-- service asked us to wait, during which nothing is sent to the device.
create function public.record_attempt(p_message_id uuid, p_tries integer, p_status integer, p_fault text, p_wait_seconds integer)
returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  pause interval := make_interval(secs => coalesce(p_wait_seconds, 0));
  receiver private.receivers;
  is_over boolean;
begin
  select r.* into receiver from private.receivers r join private.messages m on m.receiver_id = r.id
  where m.id = p_message_id and m.tries = p_tries;
  if not found then
    return;
  end if;
  if receiver.kind = 'device' and p_status in (404, 410) then
    delete from private.receivers where id = receiver.id;
    return;
  end if;
  is_over := p_fault is null or p_tries >= case receiver.kind when 'device' then 5 else 10 end
    or receiver.kind = 'device' and p_status between 400 and 499 and p_status not in (408, 429);
  update private.receivers
  set busy_until = moment + pause, is_failing = p_fault is not null, sent_at = case when p_fault is null then moment else sent_at end
  where id = receiver.id;
  update private.messages
  set last_status = p_status, last_fault = p_fault, sending_until = null,
    delivered_at = case when p_fault is null then moment end,
    due_at = case when not is_over then moment + greatest(pause, (array[
      '5 seconds', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '20 hours', '24 hours'])[p_tries]::interval) end
  where id = p_message_id;
  if p_status = 410 then
    update private.receivers set disabled_at = moment, disabled_reason = 'gone' where id = receiver.id;
    update private.messages set due_at = null where receiver_id = receiver.id;
  end if;
end $$;
revoke execute on function public.record_attempt(uuid, integer, integer, text, integer) from public, anon, authenticated;
grant execute on function public.record_attempt(uuid, integer, integer, text, integer) to service_role;
