-- Where these jobs stand, for status answers that wait for news (decision 031): one look for all that one server has waiting.
create function public.look_at_jobs(p_job_ids uuid[]) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'status', status, 'queued', queued)), '[]'::jsonb)
  from public.generations where id = any (p_job_ids)
$$;
revoke execute on function public.look_at_jobs(uuid[]) from public, anon, authenticated;
grant execute on function public.look_at_jobs(uuid[]) to service_role;
