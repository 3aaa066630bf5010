-- A provider that forgets its tasks when it restarts: a task that it says twice it does not know will not come.
alter table private.vendor_tasks add column task_missing_since timestamptz;

-- The job as the gateway and the library need it, or null. As before, and whether its provider knew its task when last asked.
create or replace function private.job_record(p_job_id uuid, p_now timestamptz default null) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'created_at', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(g.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'cancel_requested', h.cancel_requested_at is not null,
    'task_missing', v.task_missing_since is not null,
    'elapsed_seconds', floor(extract(epoch from coalesce(g.finished_at, private.clock(p_now)) - g.created_at))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;

-- The provider of this job knows no such task. Returns for how many seconds it has said so.
create function public.note_missing_task(p_job_id uuid, p_now timestamptz default null) returns integer language sql set search_path = '' as $$
  update private.vendor_tasks
  set task_missing_since = least(coalesce(task_missing_since, private.clock(p_now)), private.clock(p_now))
  where job_id = p_job_id returning floor(extract(epoch from private.clock(p_now) - task_missing_since))::integer
$$;
revoke execute on function public.note_missing_task(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.note_missing_task(uuid, timestamptz) to service_role;

-- The provider has the task, waiting in its queue or running.
create or replace function public.note_queued(p_job_id uuid, p_queued boolean) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set task_missing_since = null where job_id = p_job_id;
  update public.generations set queued = p_queued where id = p_job_id and finished_at is null
$$;
