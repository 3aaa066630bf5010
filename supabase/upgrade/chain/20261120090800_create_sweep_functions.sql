-- What nobody watches. Each call takes a small batch and skips rows that another sweep holds, so that two at once do no harm.

-- Gives back holds that no job used for 15 minutes. Answers how many.
create function public.release_unused_holds(p_now timestamptz, p_limit integer) returns integer language plpgsql set search_path = '' as $$
declare
  hold record;
  released integer := 0;
begin
  for hold in
    with due as (
      select job_id, user_id from private.credit_holds
      where state = 'open' and created_at < p_now - interval '15 minutes'
      order by created_at limit p_limit for update skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select job_id from due order by user_id
  loop
    perform private.settle_hold(hold.job_id, 'release');
    released := released + 1;
  end loop;
  return released;
end $$;
revoke execute on function public.release_unused_holds(timestamptz, integer) from public, anon, authenticated;
grant execute on function public.release_unused_holds(timestamptz, integer) to service_role;

-- Open jobs that no browser asked about for 30 s, marked as looked at now. A job whose vendor call never answered
-- (the server died in it) becomes unknown after 2 minutes: longer than any create is waited for.
create function public.claim_open_jobs(p_now timestamptz, p_limit integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  claimed uuid[];
begin
  select array_agg(job_id) into claimed from (
    select v.job_id from private.vendor_tasks v
    join public.generations g on g.id = v.job_id
    where g.status in ('submitted', 'running', 'unknown')
      and v.checked_at < p_now - interval '30 seconds'
      and (g.status <> 'submitted' or g.created_at < p_now - interval '2 minutes')
    order by v.checked_at limit p_limit for update of v skip locked) due;
  update private.vendor_tasks set checked_at = p_now where job_id = any (claimed);
  update public.generations set status = 'unknown' where id = any (claimed) and status = 'submitted';
  return coalesce((select jsonb_agg(private.job_record(id)) from unnest(claimed) as id), '[]'::jsonb);
end $$;
revoke execute on function public.claim_open_jobs(timestamptz, integer) from public, anon, authenticated;
grant execute on function public.claim_open_jobs(timestamptz, integer) to service_role;

-- A browser's poll is a look at the vendor too.
create function public.touch_job(p_job_id uuid, p_now timestamptz) returns void language sql set search_path = '' as $$
  update private.vendor_tasks set checked_at = p_now where job_id = p_job_id
$$;
revoke execute on function public.touch_job(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.touch_job(uuid, timestamptz) to service_role;
