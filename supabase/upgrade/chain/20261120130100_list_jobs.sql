-- A person's jobs, page by page, and one by one.

-- Whether the vendor still queues the job, as it said when it was last asked.
alter table public.generations add column queued boolean not null default true;

-- Written when the vendor's word changes, not at every look.
create function public.note_queued(p_job_id uuid, p_queued boolean) returns void language sql set search_path = '' as $$
  update public.generations set queued = p_queued where id = p_job_id and finished_at is null
$$;
revoke execute on function public.note_queued(uuid, boolean) from public, anon, authenticated;
grant execute on function public.note_queued(uuid, boolean) to service_role;

-- Newest first by time and id, so that a page starts exactly where the last one ended.
create index generations_library_idx on public.generations (user_id, created_at desc, id desc);
drop index public.generations_user_created_idx;

-- The job as the gateway and the library need it, or null. Times are UTC to the microsecond, as a cursor needs them;
-- the seconds of a finished job have stopped.
create or replace function private.job_record(p_job_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(g) || jsonb_build_object(
    'created_at', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'finished_at', to_char(g.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'provider', v.provider, 'provider_task_id', v.provider_task_id, 'request_hash', v.request_hash,
    'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
    'elapsed_seconds', floor(extract(epoch from coalesce(g.finished_at, now()) - g.created_at))::integer)
  from public.generations g
  join private.vendor_tasks v on v.job_id = g.id
  join private.credit_holds h on h.job_id = g.id
  where g.id = p_job_id
$$;

-- The owner's job, or null for an unknown id, a deleted job and another person's alike.
create or replace function public.get_job(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select j from private.job_record(p_job_id) as j where (j->>'user_id')::uuid = p_user_id and j->>'deleted_at' is null
$$;

-- A page of the person's jobs: at most p_limit, older than the job named by time and id (none named: from the newest).
create function public.list_jobs(p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  before_time timestamptz := coalesce(p_before_time, 'infinity');
  before_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page uuid[];
begin
  -- Two statements, each with its own index: open jobs are few among many.
  if p_open then
    select array_agg(id order by created_at desc, id desc) into page from (
      select id, created_at from public.generations
      where user_id = p_user_id and finished_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  else
    select array_agg(id order by created_at desc, id desc) into page from (
      select id, created_at from public.generations
      where user_id = p_user_id and deleted_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer) from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer) to service_role;
