-- Returns a webhook for its owner, without the secret.
create function private.webhook_record(p_webhook private.receivers) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_webhook.id, 'url', p_webhook.url, 'disabled_reason', p_webhook.disabled_reason,
    'created_at', to_char(p_webhook.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'disabled_at', to_char(p_webhook.disabled_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
revoke execute on function private.webhook_record(private.receivers) from public;
grant execute on function private.webhook_record(private.receivers) to service_role;

-- Adds a webhook. outcome: created | exists | too_many. Also returns webhook.
create function public.create_webhook(p_user_id uuid, p_url text, p_secret text, p_max integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  webhook private.receivers;
begin
  perform private.require_account(p_user_id);
  -- One call at a time per user, so that two calls can't both add the last allowed webhook.
  perform pg_advisory_xact_lock(hashtextextended('webhooks:' || p_user_id, 0));
  if exists (select from private.receivers where kind = 'webhook' and user_id = p_user_id and url = p_url) then
    return jsonb_build_object('outcome', 'exists');
  end if;
  if (select count(*) from private.receivers where kind = 'webhook' and user_id = p_user_id) >= p_max then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into private.receivers (user_id, kind, url, secret, created_at)
  values (p_user_id, 'webhook', p_url, p_secret, private.clock())
  returning * into webhook;
  return jsonb_build_object('outcome', 'created', 'webhook', private.webhook_record(webhook));
end $$;
revoke execute on function public.create_webhook(uuid, text, text, integer) from public, anon, authenticated;
grant execute on function public.create_webhook(uuid, text, text, integer) to service_role;

-- Returns the user's webhooks, oldest first.
create function public.list_webhooks(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.webhook_record(w) order by w.created_at, w.id), '[]'::jsonb)
  from private.receivers w where w.kind = 'webhook' and w.user_id = p_user_id
$$;
revoke execute on function public.list_webhooks(uuid) from public, anon, authenticated;
grant execute on function public.list_webhooks(uuid) to service_role;

-- Deletes a user's webhook and its messages. Returns false if the webhook is unknown or belongs to another user.
create function public.delete_webhook(p_webhook_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.receivers where id = p_webhook_id and kind = 'webhook' and user_id = p_user_id;
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
      select * from private.messages where receiver_id = w.id order by created_at desc, id limit p_limit) as d), '[]'::jsonb)
  from private.receivers w where w.id = p_webhook_id and w.kind = 'webhook' and w.user_id = p_user_id
$$;
revoke execute on function public.list_webhook_deliveries(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.list_webhook_deliveries(uuid, uuid, integer) to service_role;

-- Schedules a message to be sent now, with all its attempts. Returns due | off (the webhook is disabled) | not_found.
create function public.repeat_webhook_delivery(p_delivery_id uuid, p_webhook_id uuid, p_user_id uuid)
returns text language plpgsql set search_path = '' as $$
declare
  webhook private.receivers;
begin
  select w.* into webhook from private.receivers w join private.messages d on d.receiver_id = w.id
  where d.id = p_delivery_id and w.id = p_webhook_id and w.kind = 'webhook' and w.user_id = p_user_id;
  if not found then
    return 'not_found';
  end if;
  if webhook.disabled_at is not null then
    return 'off';
  end if;
  -- If the message is being sent, its result is recorded as usual.
  update private.messages d set due_at = private.clock(), tries = 0, delivered_at = null
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
  webhook private.receivers;
begin
  -- Locks the webhook, so that tests run one at a time, and a concurrent deletion ends first.
  select * into webhook from private.receivers where id = p_webhook_id and kind = 'webhook' and user_id = p_user_id for no key update;
  if not found then
    return 'not_found';
  end if;
  if webhook.disabled_at is not null then
    return 'off';
  end if;
  -- If a test is being sent, that test counts for this request.
  if exists (
    select from private.messages d
    where d.receiver_id = p_webhook_id and d.event = 'test' and private.is_sending(d))
  then
    return 'due';
  end if;
  delete from private.messages where receiver_id = p_webhook_id and event = 'test';
  insert into private.messages (receiver_id, event, created_at, due_at) values (p_webhook_id, 'test', moment, moment);
  return 'due';
end $$;
revoke execute on function public.test_webhook(uuid, uuid) from public, anon, authenticated;
grant execute on function public.test_webhook(uuid, uuid) to service_role;

