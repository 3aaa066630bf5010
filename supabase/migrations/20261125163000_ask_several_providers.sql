-- A deployment may have several providers. A job belongs to the one that accepted it; before a provider is asked, its name stands here.

-- Gives a job to another provider because the first one could not be reached. Returns false unless the first one has it still and
-- nobody has said otherwise: then nobody else may be asked. Its creator has two minutes again.
create function public.hand_over_job(p_job_id uuid, p_from text, p_to text) returns boolean language plpgsql set search_path = '' as $$
begin
  update private.provider_tasks t set provider = p_to, due_at = private.clock() + interval '2 minutes'
  from public.jobs j
  where t.job_id = p_job_id and j.id = t.job_id and j.status = 'submitted'
    and t.provider = p_from and t.provider_task_id is null;
  return found;
end $$;
revoke execute on function public.hand_over_job(uuid, text, text) from public, anon, authenticated;
grant execute on function public.hand_over_job(uuid, text, text) to service_role;

-- Has jobs that none of these providers can be asked about (they are another one's, or no answer brought their task id, unless their
-- provider is asked by the job's id) wait for their deadline. One whose create never answered (the server died in it) becomes unknown.
-- p_by_job_id: those of the providers that are asked by the job's id.
create function public.park_due_jobs(p_providers text[], p_by_job_id text[], p_deadline_seconds integer)
returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  unanswered uuid[];
begin
  with due as (
    select t.job_id, j.created_at + make_interval(secs => p_deadline_seconds) as deadline
    from private.provider_tasks t join public.jobs j on j.id = t.job_id
    where t.due_at <= moment and (t.provider_task_id is null or t.provider <> all (p_providers))
    for no key update skip locked
  ), moved as (
    update private.provider_tasks t set due_at = due.deadline from due
    where t.job_id = due.job_id and t.provider <> all (p_by_job_id)
  )
  select array_agg(job_id) into unanswered from due;
  update public.jobs set status = 'unknown' where id = any (unanswered) and status = 'submitted';
end $$;
revoke execute on function public.park_due_jobs(text[], text[], integer) from public, anon, authenticated;
grant execute on function public.park_due_jobs(text[], text[], integer) to service_role;

-- Gives back the credits of jobs past their deadline: at once where none of these providers can be asked, else when the time for last
-- looks is over too. Returns them: id, provider, provider_task_id.
create function public.expire_due_jobs(
  p_providers text[], p_deadline_seconds integer, p_last_looks_seconds integer, p_limit integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  job record;
  expired jsonb := '[]';
begin
  for job in
    with due as (
      select h.job_id as id, h.user_id, t.provider, t.provider_task_id
      from private.provider_tasks t
      join public.jobs j on j.id = t.job_id
      join private.credit_holds h on h.job_id = t.job_id
      where t.due_at <= moment and h.state = 'started'
        and j.created_at < moment - make_interval(secs => p_deadline_seconds
          + case when t.provider_task_id is null or t.provider <> all (p_providers) then 0 else p_last_looks_seconds end)
      order by t.due_at limit p_limit for update of h skip locked)
    -- Accounts are locked one by one: in the same order by every sweep, so that two cannot wait for each other.
    select * from due order by user_id
  loop
    perform public.settle_job(job.id, null, 'deadline', null);
    expired := expired || jsonb_build_object('id', job.id, 'provider', job.provider, 'provider_task_id', job.provider_task_id);
  end loop;
  return expired;
end $$;
revoke execute on function public.expire_due_jobs(text[], integer, integer, integer) from public, anon, authenticated;
grant execute on function public.expire_due_jobs(text[], integer, integer, integer) to service_role;

-- The function of the release before this one calls these two.
drop function public.park_jobs(text, integer, boolean);
create function public.park_jobs(p_provider text, p_deadline_seconds integer, p_by_job_id boolean default false)
returns void language sql set search_path = '' as $$
  select public.park_due_jobs(array[p_provider], case when p_by_job_id then array[p_provider] else '{}' end, p_deadline_seconds)
$$;
revoke execute on function public.park_jobs(text, integer, boolean) from public, anon, authenticated;
grant execute on function public.park_jobs(text, integer, boolean) to service_role;
drop function public.expire_jobs(text, integer, integer, text, integer);
create function public.expire_jobs(
  p_provider text, p_deadline_seconds integer, p_last_looks_seconds integer, p_message text, p_limit integer)
returns jsonb language sql set search_path = '' as $$
  select public.expire_due_jobs(array[p_provider], p_deadline_seconds, p_last_looks_seconds, p_limit)
$$;
revoke execute on function public.expire_jobs(text, integer, integer, text, integer) from public, anon, authenticated;
grant execute on function public.expire_jobs(text, integer, integer, text, integer) to service_role;

-- The providers that refuse our key or our account, each until it takes a job again, or has refused none for a day while another one
-- takes a job: it is no longer asked then. The function of the release before this one writes '' for its only provider.
create table private.refusing_providers (
  provider text primary key,
  refused_at timestamptz not null default now()
);
alter table private.refusing_providers enable row level security;
grant select, insert, update, delete on private.refusing_providers to service_role;

-- Records that this provider refuses our key or our account, until it takes a job again.
drop function public.note_provider_refusal();
create function public.note_provider_refusal(p_provider text default '') returns void language sql set search_path = '' as $$
  insert into private.refusing_providers (provider, refused_at) values (p_provider, private.clock())
  on conflict (provider) do update set refused_at = excluded.refused_at;
  select private.set_alert('provider_refuses', true)
$$;
revoke execute on function public.note_provider_refusal(text) from public, anon, authenticated;
grant execute on function public.note_provider_refusal(text) to service_role;

-- Records the provider's task id. Returns false when another job has that id: then this one has none, and cannot succeed.
drop function public.record_provider_task(uuid, text);
create function public.record_provider_task(p_job_id uuid, p_provider_task_id text)
returns boolean language plpgsql set search_path = '' as $$
begin
  update public.jobs set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.provider_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, now() + interval '30 seconds') end
  where job_id = p_job_id;
  delete from private.refusing_providers r using private.provider_tasks t
  where t.job_id = p_job_id and (r.provider in (t.provider, '') or r.refused_at < private.clock() - interval '1 day');
  update private.alerts set is_firing = false, since = now()
  where name = 'provider_refuses' and is_firing and not exists (select from private.refusing_providers);
  return true;
exception when unique_violation then
  return false;
end $$;
revoke execute on function public.record_provider_task(uuid, text) from public, anon, authenticated;
grant execute on function public.record_provider_task(uuid, text) to service_role;

-- Looks at everything that the operator is told of. Returns what one caller is to tell now; until it says that it did (end_alert),
-- others get the same after 1, 2, 4 ... and at most 60 minutes. Each ends well below where it began, so that nothing is told to and
-- fro. p_sweeps: a sweep is expected. [{name, is_firing, since, facts}]
drop function public.take_alerts(boolean);
create function public.take_alerts(p_sweeps boolean) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  swept timestamptz := (select finished_at from private.last_sweep);
  first_look timestamptz := (select since from private.alerts where name = 'sweep_silent');
  budget integer := (select daily_credits_budget from private.credit_settings);
  spent bigint := private.submitted_today();
  undelivered integer := (select count(*) from (
    select from private.provider_tasks t join public.jobs j on j.id = t.job_id
    where t.delivery_failed_at > moment - interval '1 hour' and j.status <> 'succeeded' limit 1000) as jobs);
  was jsonb := coalesce((select jsonb_object_agg(name, is_firing) from private.alerts), '{}');
  told jsonb;
begin
  -- Before the first sweep, the time counts from the first look.
  perform private.set_alert('sweep_silent', coalesce(p_sweeps and (coalesce(swept, first_look) < moment - interval '5 minutes'
    or swept is null and (was->>'sweep_silent')::boolean), false));
  perform private.set_alert('budget_spent',
    coalesce(spent >= budget * case when (was->>'budget_spent')::boolean then 0.7 else 0.8 end, false));
  perform private.set_alert('deliveries_failing', undelivered >= case when (was->>'deliveries_failing')::boolean then 5 else 10 end);
  with taken as (
    update private.alerts set tries = tries + 1, due_at = moment + least(60, 2 ^ least(tries, 10)) * interval '1 minute'
    where is_told <> is_firing and (due_at <= moment or due_at > moment + interval '1 hour')
    returning name, is_firing, since
  )
  select jsonb_agg(jsonb_build_object(
    'name', name, 'is_firing', is_firing, 'since', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'facts', case name
      when 'sweep_silent' then jsonb_build_object('last_sweep', to_char(swept at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      when 'budget_spent' then jsonb_build_object('spent', spent, 'budget', budget)
      when 'provider_refuses' then jsonb_build_object('providers', (
        select coalesce(jsonb_agg(provider order by provider), '[]') from private.refusing_providers where provider <> ''))
      when 'deliveries_failing' then jsonb_build_object('videos', undelivered)
      else '{}' end) order by name) into told from taken;
  return coalesce(told, '[]');
end $$;
revoke execute on function public.take_alerts(boolean) from public, anon, authenticated;
grant execute on function public.take_alerts(boolean) to service_role;
