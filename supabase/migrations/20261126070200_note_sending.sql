-- Senders of messages to webhooks: whether there is a message to send, and since when one is on its way.

alter table private.webhook_deliveries
  -- Somebody sends it until then; null unless it was taken, and its end is not recorded.
  add column sending_until timestamptz;

-- Settles the job by its first outcome: p_video (path, duration_seconds, bytes, mark) captures, a failure code releases. A captured
-- video is no longer to be deleted. Returns the job as it stands, and has_messages: whether webhooks of its user wait to be told.
drop function public.settle_job(uuid, jsonb, text, text);
create function public.settle_job(p_job_id uuid, p_video jsonb, p_failure_code text, p_failure_message text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  settlement text;
begin
  perform 1 from private.credit_holds where job_id = p_job_id for update;
  settlement := private.settle_hold(p_job_id, case when p_video is null then 'release' else 'capture' end);
  if p_video is not null and settlement = 'captured' then
    update public.jobs set status = 'succeeded', video_path = p_video->>'path',
      video_duration_seconds = (p_video->>'duration_seconds')::numeric, video_bytes = (p_video->>'bytes')::bigint,
      video_mark = p_video->>'mark', finished_at = now()
    where id = p_job_id and finished_at is null;
    delete from private.files_to_delete f using public.jobs j
    where j.id = p_job_id and f.job_id = p_job_id and f.bucket = 'videos' and f.path = j.video_path;
  elsif p_video is null and settlement = 'released' then
    update public.jobs set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null;
  end if;
  return private.job_record(p_job_id) || jsonb_build_object('has_messages', exists (
    select from private.webhook_deliveries where job_id = p_job_id and due_at is not null));
end $$;
revoke execute on function public.settle_job(uuid, jsonb, text, text) from public, anon, authenticated;
grant execute on function public.settle_job(uuid, jsonb, text, text) to service_role;

-- Returns whether somebody sends this message right now: it was taken (claim_webhook_delivery), and its end is not recorded yet.
drop function private.is_on_its_way(private.outgoing_webhooks, private.webhook_deliveries);
create function private.is_on_its_way(p_delivery private.webhook_deliveries) returns boolean language sql stable set search_path = '' as $$
  select coalesce(p_delivery.sending_until > private.clock(), false)
$$;
revoke execute on function private.is_on_its_way(private.webhook_deliveries) from public;
grant execute on function private.is_on_its_way(private.webhook_deliveries) to service_role;

-- Has a message sent anew now, with all its tries. Returns due | off (the address is disabled) | not_found.
drop function public.repeat_webhook_delivery(uuid, uuid, uuid);
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
  -- A message on its way has its own end: what the address answers is recorded.
  update private.webhook_deliveries d set due_at = private.clock(), tries = 0, delivered_at = null
  where d.id = p_delivery_id and not private.is_on_its_way(d);
  return 'due';
end $$;
revoke execute on function public.repeat_webhook_delivery(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.repeat_webhook_delivery(uuid, uuid, uuid) to service_role;

-- Has a test sent to an address of the user now, in place of the test before it. Returns as repeat_webhook_delivery.
drop function public.test_webhook(uuid, uuid);
create function public.test_webhook(p_webhook_id uuid, p_user_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  webhook private.outgoing_webhooks;
begin
  -- Two tests take turns, and a deletion is waited for.
  select * into webhook from private.outgoing_webhooks where id = p_webhook_id and user_id = p_user_id for no key update;
  if not found then
    return 'not_found';
  end if;
  if webhook.disabled_at is not null then
    return 'off';
  end if;
  -- A test on its way is the one that is asked for.
  if exists (
    select from private.webhook_deliveries d
    where d.webhook_id = p_webhook_id and d.event = 'test' and private.is_on_its_way(d))
  then
    return 'due';
  end if;
  delete from private.webhook_deliveries where webhook_id = p_webhook_id and event = 'test';
  insert into private.webhook_deliveries (webhook_id, event, created_at, due_at) values (p_webhook_id, 'test', moment, moment);
  return 'due';
end $$;
revoke execute on function public.test_webhook(uuid, uuid) from public, anon, authenticated;
grant execute on function public.test_webhook(uuid, uuid) to service_role;

-- Takes a message that is due, to an address that nobody sends to: for a minute nobody else takes that message. Addresses whose last
-- try failed come last, and all take turns. p_user_id: null for any user's. Returns id, event, created_at, tries (with this one), url,
-- secret, and job, which is null for a test; null when nothing is due.
drop function public.claim_webhook_delivery(uuid);
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

-- Records what became of a try, if nobody has taken the message since. p_status: the answer's; p_fault: null once it has arrived. A
-- failed one is put off, and given up after ten tries. 410 disables the address.
drop function public.end_webhook_delivery(uuid, integer, integer, text);
create function public.end_webhook_delivery(p_delivery_id uuid, p_tries integer, p_status integer, p_fault text)
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
revoke execute on function public.end_webhook_delivery(uuid, integer, integer, text) from public, anon, authenticated;
grant execute on function public.end_webhook_delivery(uuid, integer, integer, text) to service_role;
