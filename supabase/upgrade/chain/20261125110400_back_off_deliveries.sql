-- A file that a provider keeps back was fetched at every poll of every tab, 22 times in 22 s. Each delivery that came to nothing now
-- puts the next one off: by 5 s, twice as long each time, and at most 2 minutes, whichever server asks.

-- Deliveries of this job that came to nothing, and when the last one did.
alter table private.vendor_tasks add column delivery_failures integer not null default 0;
alter table private.vendor_tasks add column delivery_failed_at timestamptz;
create index vendor_tasks_delivery_failed_at_idx on private.vendor_tasks (delivery_failed_at) where delivery_failed_at is not null;

-- Seconds until this job may be delivered again; 0: now. A file that is missing is asked for once more after exactly the 5 minutes
-- at which that is believed. A failure from the future, before the clock was set back, puts nothing off.
create function private.delivery_wait(task private.vendor_tasks, moment timestamptz) returns integer language sql stable set search_path = '' as $$
  select case when due > moment and task.delivery_failed_at <= moment then ceil(extract(epoch from due - moment))::integer else 0 end
  from (select least(
    task.delivery_failed_at + least(120, 5 * 2 ^ least(task.delivery_failures - 1, 10)) * interval '1 second',
    case when task.file_missing_since + interval '5 minutes' > task.delivery_failed_at
      then task.file_missing_since + interval '5 minutes' end) as due) as next
$$;
revoke execute on function private.delivery_wait(private.vendor_tasks, timestamptz) from public;
grant execute on function private.delivery_wait(private.vendor_tasks, timestamptz) to service_role;

-- Lets one caller at a time store the finished video of an open job, for 45 s, and nobody while the last failure puts it off.
-- Answers where; null for everybody else. No upload outlives 10 minutes.
create or replace function public.claim_delivery(p_job_id uuid, p_now timestamptz default null) returns text language plpgsql set search_path = '' as $$
declare
  video text := p_job_id || '/' || gen_random_uuid() || '.mp4';
begin
  p_now := private.clock(p_now);
  update private.vendor_tasks v set delivering_until = p_now + interval '45 seconds', delivering_path = video
  where job_id = p_job_id and (delivering_until is null or delivering_until < p_now) and private.delivery_wait(v, p_now) = 0
    and exists (select 1 from public.generations where id = p_job_id and finished_at is null);
  if not found then
    return null;
  end if;
  insert into private.files_to_delete (job_id, bucket, path, due_at, uploading_until)
  values (p_job_id, 'videos', video, p_now + interval '10 minutes', p_now + interval '10 minutes');
  return video;
end $$;

-- The delivery to this path came to nothing, which puts the next one off; another one, which took the claim over, goes on.
drop function public.end_delivery(uuid, text);
create function public.end_delivery(p_job_id uuid, p_path text, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  update private.vendor_tasks
  set delivering_until = null, delivery_failures = delivery_failures + 1, delivery_failed_at = private.clock(p_now)
  where job_id = p_job_id and delivering_path = p_path and delivering_until is not null
$$;
revoke execute on function public.end_delivery(uuid, text, timestamptz) from public, anon, authenticated;
grant execute on function public.end_delivery(uuid, text, timestamptz) to service_role;

-- The job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them; the seconds of a
-- finished job have stopped. missing_file_seconds: null unless its file was found missing.
create or replace function private.job_record(p_job_id uuid, p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'created_at', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(g.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'cancel_requested', h.cancel_requested_at is not null,
    'task_missing', v.task_missing_since is not null,
    'delivery_failures', v.delivery_failures,
    'delivery_wait_seconds', private.delivery_wait(v, private.clock(p_now)),
    'missing_file_seconds', floor(extract(epoch from private.clock(p_now) - v.file_missing_since))::integer,
    'elapsed_seconds', greatest(0, floor(extract(epoch from coalesce(g.finished_at, private.clock(p_now)) - g.created_at)))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;
