-- A person stops a job. Where no vendor has it, that is decided here; else the wish is written down before the vendor is
-- asked, so that a server that dies in between asks again.
alter table private.credit_holds add column cancel_requested_at timestamptz;
-- Somebody asks the vendor until then: one at a time, so that all get one answer.
alter table private.vendor_tasks add column cancelling_until timestamptz;

-- The job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them;
-- the seconds of a finished job have stopped.
create or replace function private.job_record(p_job_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'created_at', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(g.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'cancel_requested', h.cancel_requested_at is not null,
    'elapsed_seconds', floor(extract(epoch from coalesce(g.finished_at, now()) - g.created_at))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;

-- Stops a job that was held and never submitted; for any other one it notes the wish and lets one caller at a time ask
-- the vendor, for a minute. The hold's lock decides against a create of the same job: exactly one of the two wins.
-- outcome: stopped | already_finished | ask (the vendor, now) | busy (another caller asks) | unsent (the vendor's task id
-- is not known) | not_found; job where there is one, else hold.
create function public.request_cancel(p_job_id uuid, p_user_id uuid, p_now timestamptz) returns jsonb language plpgsql set search_path = '' as $$
declare
  hold private.credit_holds;
  job jsonb;
begin
  select * into hold from private.credit_holds where job_id = p_job_id and user_id = p_user_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  job := private.job_record(p_job_id);
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
revoke execute on function public.request_cancel(uuid, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.request_cancel(uuid, uuid, timestamptz) to service_role;

-- The vendor was asked. p_too_late: it refused, so the wish is over; else it gave no answer, and will be asked again.
create function public.end_cancel(p_job_id uuid, p_too_late boolean) returns void language plpgsql set search_path = '' as $$
begin
  if p_too_late then
    update private.credit_holds set cancel_requested_at = null where job_id = p_job_id and state = 'started';
  end if;
  update private.vendor_tasks set cancelling_until = null where job_id = p_job_id;
end $$;
revoke execute on function public.end_cancel(uuid, boolean) from public, anon, authenticated;
grant execute on function public.end_cancel(uuid, boolean) to service_role;
