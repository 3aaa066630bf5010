-- A provider that is asked by our own job id knows a job whose create was never answered, also where the server died in it: the
-- sweep looks at such a job as at any other, in place of letting it wait for its deadline.

-- Jobs that this provider cannot be asked about (it is another one's, or no answer brought its task id, unless it is asked by the
-- job's id) wait for their deadline. One whose create never answered (the server died in it) becomes unknown.
drop function public.park_jobs(text, integer, timestamptz);
create function public.park_jobs(p_provider text, p_deadline_seconds integer, p_by_job_id boolean default false, p_now timestamptz default null)
returns void language plpgsql set search_path = '' as $$
declare
  unanswered uuid[];
begin
  p_now := private.clock(p_now);
  with due as (
    select v.job_id, g.created_at + make_interval(secs => p_deadline_seconds) as deadline
    from private.vendor_tasks v join public.generations g on g.id = v.job_id
    where v.due_at <= p_now and (v.provider_task_id is null or v.provider <> p_provider)
    for no key update skip locked
  ), moved as (
    update private.vendor_tasks v set due_at = due.deadline from due
    where v.job_id = due.job_id and (v.provider <> p_provider or not p_by_job_id)
  )
  select array_agg(job_id) into unanswered from due;
  update public.generations set status = 'unknown' where id = any (unanswered) and status = 'submitted';
end $$;
revoke execute on function public.park_jobs(text, integer, boolean, timestamptz) from public, anon, authenticated;
grant execute on function public.park_jobs(text, integer, boolean, timestamptz) to service_role;

-- Ids of jobs that this provider should be asked about now, those without a task id where it is asked by the job's id, in turns:
-- every user's longest waiting one, then every user's second, and so on. Of a longer backlog the 10,000 that have waited longest.
drop function public.list_due_jobs(text, integer, timestamptz);
create function public.list_due_jobs(p_provider text, p_limit integer, p_by_job_id boolean default false, p_now timestamptz default null)
returns jsonb language sql stable set search_path = '' as $$
  with due as (
    select job_id, due_at from private.vendor_tasks
    where due_at <= private.clock(p_now) and provider = p_provider and (p_by_job_id or provider_task_id is not null)
    order by due_at limit 10000
  ), turns as (
    select due.*, row_number() over (partition by g.user_id order by due.due_at) as turn
    from due join public.generations g on g.id = due.job_id
    order by turn, due_at limit p_limit
  )
  select coalesce(jsonb_agg(job_id order by turn, due_at), '[]'::jsonb) from turns
$$;
revoke execute on function public.list_due_jobs(text, integer, boolean, timestamptz) from public, anon, authenticated;
grant execute on function public.list_due_jobs(text, integer, boolean, timestamptz) to service_role;
