-- A provider calls back: this open job of its has news. Its task, where none is known yet (a create that was never answered), and a
-- look that is due now. False for any other job, for another task than the known one, and for a task of another job.
create function public.nudge_job(p_job_id uuid, p_provider text, p_provider_task_id text, p_now timestamptz default null)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.generations g set status = 'running' from private.vendor_tasks v
  where g.id = p_job_id and v.job_id = g.id and v.provider = p_provider and v.provider_task_id is null
    and g.status in ('submitted', 'unknown');
  update private.vendor_tasks
  set provider_task_id = p_provider_task_id, due_at = least(due_at, private.clock(p_now))
  where job_id = p_job_id and provider = p_provider and due_at is not null
    and coalesce(provider_task_id, p_provider_task_id) = p_provider_task_id;
  return found;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.nudge_job(uuid, text, text, timestamptz) from public, anon, authenticated;
grant execute on function public.nudge_job(uuid, text, text, timestamptz) to service_role;
