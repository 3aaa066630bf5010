-- Videos that end after an age, where the operator sets one (decision 048). None does before the day that its owner was told.
alter table public.jobs
  -- The day that the owner was told, at least 30 days before; null while nobody was.
  add column expires_at timestamptz;
create index jobs_expires_at_idx on public.jobs (expires_at) where expires_at is not null and deleted_at is null;

-- Notes that the owner is told now when these videos are deleted: those in the last 30 days of p_days, or older. Returns the day of
-- each by its id, without those that were told before, or are locked at this moment.
create function public.tell_expiry(p_job_ids uuid[], p_user_id uuid, p_days integer) returns jsonb
language sql set search_path = '' as $$
  with told as (
    update public.jobs
    set expires_at = greatest(finished_at + make_interval(days => p_days), private.clock() + interval '30 days')
    where id = any (array(
      select id from public.jobs
      where id = any (p_job_ids) and user_id = p_user_id and status = 'succeeded' and deleted_at is null and expires_at is null
        and finished_at <= private.clock() + interval '30 days' - make_interval(days => p_days)
      order by id for no key update skip locked))
    returning id, expires_at
  )
  select coalesce(jsonb_object_agg(id, expires_at), '{}') from told
$$;
revoke execute on function public.tell_expiry(uuid[], uuid, integer) from public, anon, authenticated;
grant execute on function public.tell_expiry(uuid[], uuid, integer) to service_role;

-- Deletes at most p_limit videos whose day has come and that are p_days old, as their owners would, and returns how many. Without
-- p_days it takes back what owners were told, so that they are told anew should there be an age again. Deleted accounts have their own
-- way (erase_account).
create function public.expire_videos(p_days integer, p_limit integer) returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  due uuid[];
  job record;
begin
  if p_days is null then
    update public.jobs set expires_at = null where id = any (array(
      select id from public.jobs where expires_at is not null and deleted_at is null
      order by expires_at desc limit p_limit for no key update skip locked));
    return 0;
  end if;
  select array_agg(id) into due from (
    select j.id from public.jobs j
    where j.expires_at <= moment and j.deleted_at is null and j.finished_at <= moment - make_interval(days => p_days)
      and not exists (select from private.account_deletions d where d.user_id = j.user_id)
    order by j.expires_at limit p_limit) as old;
  -- All pictures before the first job, by their ids, and then the jobs by theirs: two sweeps, or a sweep and a start, take turns.
  perform from (
    select p.id from private.pictures p join private.job_pictures jp on jp.picture_id = p.id
    where jp.job_id = any (due) order by p.id for no key update of p) as locked;
  for job in select id, user_id from public.jobs where id = any (due) order by id loop
    perform public.delete_job(job.id, job.user_id);
  end loop;
  return coalesce(cardinality(due), 0);
end $$;
revoke execute on function public.expire_videos(integer, integer) from public, anon, authenticated;
grant execute on function public.expire_videos(integer, integer) to service_role;
