-- How long jobs take, learned from those that ended with a video (docs/decisions/005-status-checks.md). Status checks
-- are planned with it, and pages show it as the estimate.

-- The newest 200 durations of a model at a provider, by the length of the video. It holds nothing about a user.
create table private.job_durations (
  model text not null,
  provider text not null,
  length_seconds integer not null,
  -- Whole seconds from the start of a job to its delivered video, the newest last.
  seconds integer[] not null check (cardinality(seconds) between 1 and 200),
  primary key (model, provider, length_seconds)
);
alter table private.job_durations enable row level security;
grant select, insert, update on private.job_durations to service_role;

-- Adds the duration of a job that has just ended with a video. A failed delivery says nothing about the model, so such
-- a job teaches nothing. No job waits for another one here: a duration is dropped while the row is locked.
create function private.learn_duration(p_job_id uuid) returns void language plpgsql set search_path = '' as $$
declare
  ended record;
begin
  select j.model, t.provider, j.length_seconds,
    greatest(0, round(extract(epoch from j.finished_at - j.created_at)))::integer as duration into ended
  from public.jobs j join private.provider_tasks t on t.job_id = j.id where j.id = p_job_id and t.delivery_failures = 0;
  if not found then
    return;
  end if;
  insert into private.job_durations (model, provider, length_seconds, seconds)
  values (ended.model, ended.provider, ended.length_seconds, array[ended.duration]) on conflict do nothing;
  if not found then
    with free as (
      select d.model, d.provider, d.length_seconds from private.job_durations d
      where d.model = ended.model and d.provider = ended.provider and d.length_seconds = ended.length_seconds
      for no key update skip locked
    )
    update private.job_durations d
    set seconds = array_append(d.seconds[greatest(1, cardinality(d.seconds) - 198):], ended.duration)
    from free where d.model = free.model and d.provider = free.provider and d.length_seconds = free.length_seconds;
  end if;
end $$;
revoke execute on function private.learn_duration(uuid) from public;
grant execute on function private.learn_duration(uuid) to service_role;

-- Returns what is learned from at least 20 jobs of a kind, in seconds: [{model, provider, length_seconds, from, middle,
-- to}]. Half of the jobs took at most middle. One in twenty took less than from, and one in twenty more than to.
create function public.list_job_durations() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('model', d.model, 'provider', d.provider, 'length_seconds', d.length_seconds,
    'from', q.shares[1], 'middle', q.shares[2], 'to', q.shares[3])), '[]'::jsonb)
  from private.job_durations d, lateral (
    select percentile_cont(array[0.05, 0.5, 0.95]) within group (order by s.taken) as shares from unnest(d.seconds) as s (taken)) as q
  where cardinality(d.seconds) >= 20
$$;
revoke execute on function public.list_job_durations() from public, anon, authenticated;
grant execute on function public.list_job_durations() to service_role;
