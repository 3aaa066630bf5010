-- A task is of one job. A provider that answers an id a second time, by a fault or in bad faith, would have its later job deliver
-- the first one's video, to another user.

-- Of jobs that share a task it stays the first one's: the others wait for their deadline.
update private.vendor_tasks v set provider_task_id = null
from (
  select t.job_id, row_number() over (partition by t.provider, t.provider_task_id order by g.created_at, t.job_id) as place
  from private.vendor_tasks t join public.generations g on g.id = t.job_id where t.provider_task_id is not null) as shared
where shared.job_id = v.job_id and shared.place > 1;
create unique index vendor_tasks_provider_task_key on private.vendor_tasks (provider, provider_task_id)
  where provider_task_id is not null;

-- The provider answered with its task id. False when another job has that id: then this one has none, and cannot succeed.
drop function public.record_vendor_task(uuid, text);
create function public.record_vendor_task(p_job_id uuid, p_provider_task_id text) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.generations set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.vendor_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, now() + interval '30 seconds') end
  where job_id = p_job_id;
  return true;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.record_vendor_task(uuid, text) from public, anon, authenticated;
grant execute on function public.record_vendor_task(uuid, text) to service_role;
