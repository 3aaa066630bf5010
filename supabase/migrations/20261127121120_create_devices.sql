-- Keeps a session from ending until the transaction ends. Returns false if the user has no such session.
create function private.lock_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from auth.sessions where id = p_session_id and user_id = p_user_id for key share;
  return found;
end $$;
revoke execute on function private.lock_session(uuid, uuid) from public;
grant execute on function private.lock_session(uuid, uuid) to service_role;

-- Returns a device for its user, without its address and keys. p_session_id: the session of the caller.
create function private.device_record(p_device private.receivers, p_session_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_device.id, 'user_agent', p_device.user_agent, 'shows_prompt', p_device.shows_prompt,
    'is_own', p_device.session_id is not distinct from p_session_id,
    'created_at', to_char(p_device.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'sent_at', to_char(p_device.sent_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
revoke execute on function private.device_record(private.receivers, uuid) from public;
grant execute on function private.device_record(private.receivers, uuid) to service_role;

-- Sends notifications to the device of this session. A session has one device, so a repeated call changes it. The
-- address belongs to one browser, so the device of an earlier session at that address is deleted with its messages:
-- another user may have signed in there. outcome: saved | too_many | no_session. Also returns device.
create function public.save_device(
  p_user_id uuid, p_session_id uuid, p_url text, p_public_key text, p_secret text, p_user_agent text, p_shows_prompt boolean,
  p_max integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  device private.receivers;
begin
  perform private.require_account(p_user_id);
  -- A session that has ended has a token that stays valid for a while.
  if not private.lock_session(p_user_id, p_session_id) then
    return jsonb_build_object('outcome', 'no_session');
  end if;
  -- One call at a time per user and per address, so that two calls can't both add the last allowed device, and two
  -- sessions can't both take the address.
  perform pg_advisory_xact_lock(hashtextextended('devices:' || p_user_id, 0));
  perform pg_advisory_xact_lock(hashtextextended('device:' || p_url, 0));
  delete from private.receivers where kind = 'device' and url = p_url and session_id <> p_session_id;
  update private.receivers
  set url = p_url, public_key = p_public_key, secret = p_secret, user_agent = p_user_agent, shows_prompt = p_shows_prompt
  where session_id = p_session_id and user_id = p_user_id returning * into device;
  if not found then
    if (select count(*) from private.receivers where kind = 'device' and user_id = p_user_id) >= p_max then
      return jsonb_build_object('outcome', 'too_many');
    end if;
    insert into private.receivers (user_id, kind, session_id, url, public_key, secret, user_agent, shows_prompt, created_at)
    values (p_user_id, 'device', p_session_id, p_url, p_public_key, p_secret, p_user_agent, p_shows_prompt, private.clock())
    returning * into device;
  end if;
  return jsonb_build_object('outcome', 'saved', 'device', private.device_record(device, p_session_id));
end $$;
revoke execute on function public.save_device(uuid, uuid, text, text, text, text, boolean, integer) from public, anon, authenticated;
grant execute on function public.save_device(uuid, uuid, text, text, text, text, boolean, integer) to service_role;

-- Returns the user's devices, oldest first. p_session_id: the session of the caller.
create function public.list_devices(p_user_id uuid, p_session_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.device_record(d, p_session_id) order by d.created_at, d.id), '[]'::jsonb)
  from private.receivers d where d.kind = 'device' and d.user_id = p_user_id
$$;
revoke execute on function public.list_devices(uuid, uuid) from public, anon, authenticated;
grant execute on function public.list_devices(uuid, uuid) to service_role;

-- Deletes a user's device and its messages. Returns false if the device is unknown or belongs to another user.
create function public.delete_device(p_device_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.receivers where id = p_device_id and kind = 'device' and user_id = p_user_id;
  return found;
end $$;
revoke execute on function public.delete_device(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_device(uuid, uuid) to service_role;

-- Tells each device of the user about a new API key, which can spend the user's credits. Waits for a concurrent deletion of a device,
-- which then gets no message.
create function private.notify_new_key() returns trigger language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  device uuid;
begin
  for device in select id from private.receivers where user_id = new.user_id and kind = 'device' for key share loop
    insert into private.messages (receiver_id, event, created_at, due_at) values (device, 'key.created', moment, moment);
  end loop;
  return null;
end $$;
revoke execute on function private.notify_new_key() from public;
create trigger api_keys_notify_new after insert on private.api_keys for each row execute function private.notify_new_key();
