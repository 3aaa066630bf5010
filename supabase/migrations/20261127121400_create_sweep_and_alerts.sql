-- The sweep completes unfinished work. It settles jobs and holds that need no provider in batches of hundreds. It
-- checks the other jobs, alternating between users, and records when it ended. It skips rows that another sweep has
-- locked, so two sweeps can run at once.

-- Releases holds that no job used for 15 minutes, and returns their number. Also releases holds created more than a
-- minute in the future. The database's clock may be set back, and a hold must not wait for that time to pass again.
create function public.release_unused_holds(p_limit integer) returns integer language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  hold record;
  released integer := 0;
begin
  for hold in
    with due as (
      select job_id, user_id from private.credit_holds
      where state = 'open' and (created_at < moment - interval '15 minutes' or created_at > moment + interval '1 minute')
      order by created_at limit p_limit for update skip locked)
    -- Accounts are locked one by one. All sweeps use the same order, so that two can't deadlock.
    select job_id from due order by user_id
  loop
    perform private.settle_hold(hold.job_id, 'release');
    released := released + 1;
  end loop;
  return released;
end $$;
revoke execute on function public.release_unused_holds(integer) from public, anon, authenticated;
grant execute on function public.release_unused_holds(integer) to service_role;

-- Defers jobs that can't be checked at any of these providers, until their deadline. Such a job belongs to another
-- provider, or its task ID is unknown. If the server crashed during a create request, the job becomes unknown.
-- p_by_job_id: the providers that find jobs by our ID. Their jobs without a task ID aren't deferred.
create function public.defer_unreachable_jobs(p_providers text[], p_by_job_id text[], p_deadline_seconds integer)
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
revoke execute on function public.defer_unreachable_jobs(text[], text[], integer) from public, anon, authenticated;
grant execute on function public.defer_unreachable_jobs(text[], text[], integer) to service_role;

-- Releases the credits of jobs past their deadline. This happens at once if none of these providers can be checked, or
-- else after the time for last checks. Returns id, provider, and provider_task_id of each.
create function public.expire_due_jobs(
  p_providers text[], p_deadline_seconds integer, p_last_checks_seconds integer, p_limit integer)
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
          + case when t.provider_task_id is null or t.provider <> all (p_providers) then 0 else p_last_checks_seconds end)
      order by t.due_at limit p_limit for update of h skip locked)
    -- Accounts are locked one by one. All sweeps use the same order, so that two can't deadlock.
    select * from due order by user_id
  loop
    perform public.settle_job(job.id, null, 'deadline', null);
    expired := expired || jsonb_build_object('id', job.id, 'provider', job.provider, 'provider_task_id', job.provider_task_id);
  end loop;
  return expired;
end $$;
revoke execute on function public.expire_due_jobs(text[], integer, integer, integer) from public, anon, authenticated;
grant execute on function public.expire_due_jobs(text[], integer, integer, integer) to service_role;

-- Returns the IDs of jobs to check at this provider now. p_by_job_id: whether the provider finds jobs by our ID. Jobs
-- without a task ID are then included. Users alternate: each user's longest waiting job, then each user's second one.
-- Jobs whose delivery failed come after a user's other jobs, and one turn later. So no bad file delays a good one.
-- In a longer backlog, only the oldest 10,000 jobs count.
create function public.list_due_jobs(p_provider text, p_limit integer, p_by_job_id boolean)
returns jsonb language sql stable set search_path = '' as $$
  with due as (
    select job_id, due_at, delivery_failures > 0 as has_failed from private.provider_tasks
    where due_at <= private.clock() and provider = p_provider and (p_by_job_id or provider_task_id is not null)
    order by due_at limit 10000
  ), turns as (
    select due.*, row_number() over (partition by j.user_id order by has_failed, due_at) + has_failed::integer as turn
    from due join public.jobs j on j.id = due.job_id
    order by turn, has_failed, due_at limit p_limit
  )
  select coalesce(jsonb_agg(job_id order by turn, has_failed, due_at), '[]'::jsonb) from turns
$$;
revoke execute on function public.list_due_jobs(text, integer, boolean) from public, anon, authenticated;
grant execute on function public.list_due_jobs(text, integer, boolean) to service_role;

-- The time when a sweep last ended, in one row.
create table private.last_sweep (
  only_row boolean primary key default true check (only_row),
  finished_at timestamptz not null
);
alter table private.last_sweep enable row level security;
grant select, insert, update on private.last_sweep to service_role;

-- Records that a sweep has ended.
create function public.record_sweep() returns void language sql set search_path = '' as $$
  insert into private.last_sweep (finished_at) values (private.clock())
  on conflict (only_row) do update set finished_at = excluded.finished_at
$$;
revoke execute on function public.record_sweep() from public, anon, authenticated;
grant execute on function public.record_sweep() to service_role;

-- Returns the state of the sweep. Reads only indexes, because anyone may call the health check often.
-- seconds_since_last: null if no sweep has ended. backlog: the waiting jobs and holds, each counted up to 10,000.
create function public.sweep_health() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'seconds_since_last', (select greatest(0, floor(extract(epoch from private.clock() - finished_at)))::integer from private.last_sweep),
    'backlog',
      (select count(*) from (select from private.provider_tasks where due_at <= private.clock() limit 10000) as jobs)
      + (select count(*) from (
        select from private.credit_holds
        where state = 'open'
          and (created_at < private.clock() - interval '15 minutes' or created_at > private.clock() + interval '1 minute')
        limit 10000) as holds))
$$;
revoke execute on function public.sweep_health() from public, anon, authenticated;
grant execute on function public.sweep_health() to service_role;

-- Deletes old records (see the table in docs/retention.md), at most p_limit rows of each kind. Returns the total number.
-- Call it again until that is 0. Skips rows that another transaction has locked, so it never waits. Ledger entries are
-- never deleted.
create function public.clear_old_records(p_limit integer) returns integer language sql set search_path = '' as $$
  with rates as (
    delete from private.rate_limits where key = any (array(
      select key from private.rate_limits where window_start < private.clock() - interval '1 day'
      order by window_start limit p_limit for update skip locked)) returning 1
  ), costs as (
    update private.provider_tasks set cost = null, cost_unit = null, costed_at = null where job_id = any (array(
      select job_id from private.provider_tasks where costed_at < private.clock() - interval '400 days'
      order by costed_at limit p_limit for no key update skip locked)) returning 1
  ), messages as (
    delete from private.messages where id = any (array(
      select id from private.messages where due_at is null and created_at < private.clock() - interval '30 days'
      order by created_at limit p_limit for update skip locked)) returning 1
  ), links as (
    delete from private.shares where id = any (array(
      select id from private.shares where expires_at < private.clock() - interval '30 days'
      order by expires_at limit p_limit for update skip locked)) returning 1
  ), tries as (
    delete from private.admin_tries where key = any (array(
      select key from private.admin_tries where tried_at < private.clock() - interval '1 day'
      order by tried_at limit p_limit for update skip locked)) returning 1
  ), addresses as (
    delete from private.admin_addresses where ctid = any (array(
      select ctid from private.admin_addresses where last_success_at < private.clock() - interval '30 days'
      order by last_success_at limit p_limit for update skip locked)) returning 1
  )
  select ((select count(*) from rates) + (select count(*) from costs) + (select count(*) from messages) + (select count(*) from links)
    + (select count(*) from tries) + (select count(*) from addresses))::integer + private.clear_login_records(p_limit)
$$;
revoke execute on function public.clear_old_records(integer) from public, anon, authenticated;
grant execute on function public.clear_old_records(integer) to service_role;

-- The providers that refuse our requests. A row is deleted when its provider accepts a job. A row is also deleted when
-- another provider accepts a job and its own has refused nothing for a day. That provider is no longer in use.
create table private.refusing_providers (
  provider text primary key,
  refused_at timestamptz not null default now(),
  -- The refused part: our key or account, or the URL, model, or format of our requests.
  refuses text not null default 'account' check (refuses in ('account', 'request')),
  -- The provider's last message about it, cleaned and without the user's prompt.
  words text not null default '' check (char_length(words) <= 300)
);
alter table private.refusing_providers enable row level security;
grant select, insert, update, delete on private.refusing_providers to service_role;

-- The alerts sent to ALERT_WEBHOOK_URL: one when a problem begins and one when it ends, however many servers check
-- (docs/decisions/011-webhooks-notifications-alerts.md). The first check of an alert adds its row.
create table private.alerts (
  name text primary key
    check (name in ('sweep_silent', 'provider_refuses', 'budget_spent', 'deliveries_failing', 'links_reported')),
  is_firing boolean not null,
  -- The time of the last change of is_firing.
  since timestamptz not null,
  -- The state that was last sent to the operator.
  is_announced boolean not null default false,
  tries integer not null default 0,
  -- The time of the next attempt to notify the operator.
  due_at timestamptz not null
);
alter table private.alerts enable row level security;
grant select, insert, update on private.alerts to service_role;

-- Sets an alert, and changes nothing if the alert already has this state.
create function private.set_alert(p_name text, p_is_firing boolean) returns void language sql set search_path = '' as $$
  insert into private.alerts as a (name, is_firing, since, due_at)
  values (p_name, p_is_firing, private.clock(), private.clock())
  on conflict (name) do update set is_firing = excluded.is_firing, since = excluded.since where a.is_firing <> excluded.is_firing
$$;
revoke execute on function private.set_alert(text, boolean) from public;
grant execute on function private.set_alert(text, boolean) to service_role;

-- Records that this provider refuses our requests, with its message, until it accepts a job. p_refuses: 'account' or
-- 'request'.
create function public.record_provider_refusal(p_provider text, p_refuses text, p_words text) returns void
language sql set search_path = '' as $$
  insert into private.refusing_providers (provider, refused_at, refuses, words)
  values (p_provider, private.clock(), p_refuses, left(p_words, 300))
  on conflict (provider) do update
  set refused_at = excluded.refused_at, refuses = excluded.refuses, words = excluded.words;
  select private.set_alert('provider_refuses', true)
$$;
revoke execute on function public.record_provider_refusal(text, text, text) from public, anon, authenticated;
grant execute on function public.record_provider_refusal(text, text, text) to service_role;

-- Returns the providers that refuse our requests: [{provider, refuses, words, refused_at}].
create function public.list_provider_refusals() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'provider', provider, 'refuses', refuses, 'words', words,
    'refused_at', to_char(refused_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by provider), '[]')
  from private.refusing_providers
$$;
revoke execute on function public.list_provider_refusals() from public, anon, authenticated;
grant execute on function public.list_provider_refusals() to service_role;

-- Checks all alerts. Returns those that this caller must send: [{name, is_firing, since, facts}]. Until the caller
-- confirms one with mark_alert_announced, other callers receive it after 1, 2, 4, up to 60 minutes. Each alert ends
-- well below its starting value, so that it doesn't flap. p_sweeps: whether a sweep is expected.
create function public.claim_alerts(p_sweeps boolean) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  swept timestamptz := (select finished_at from private.last_sweep);
  first_check timestamptz := (select since from private.alerts where name = 'sweep_silent');
  budget integer := (select daily_credits_budget from private.credit_settings);
  spent bigint := private.submitted_today();
  undelivered integer := (select count(*) from (
    select from private.provider_tasks t join public.jobs j on j.id = t.job_id
    where t.delivery_failed_at > moment - interval '1 hour' and j.status <> 'succeeded' limit 1000) as jobs);
  reported integer := (select count(*) from private.reported_videos);
  was jsonb := coalesce((select jsonb_object_agg(name, is_firing) from private.alerts), '{}');
  result jsonb;
begin
  -- Before the first sweep, the time counts from the first check.
  perform private.set_alert('sweep_silent', coalesce(p_sweeps and (coalesce(swept, first_check) < moment - interval '5 minutes'
    or swept is null and (was->>'sweep_silent')::boolean), false));
  perform private.set_alert('budget_spent',
    coalesce(spent >= budget * case when (was->>'budget_spent')::boolean then 0.7 else 0.8 end, false));
  perform private.set_alert('deliveries_failing', undelivered >= case when (was->>'deliveries_failing')::boolean then 5 else 10 end);
  perform private.set_alert('links_reported', reported > 0);
  with claimed as (
    update private.alerts set tries = tries + 1, due_at = moment + least(60, 2 ^ least(tries, 10)) * interval '1 minute'
    where is_announced <> is_firing and (due_at <= moment or due_at > moment + interval '1 hour')
    returning name, is_firing, since
  )
  select jsonb_agg(jsonb_build_object(
    'name', name, 'is_firing', is_firing, 'since', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'facts', case name
      when 'sweep_silent' then jsonb_build_object('last_sweep', to_char(swept at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      when 'budget_spent' then jsonb_build_object('spent', spent, 'budget', budget)
      when 'provider_refuses' then (
        select jsonb_build_object(
          'providers', coalesce(jsonb_agg(provider order by provider), '[]'),
          'requests', coalesce(jsonb_agg(provider order by provider) filter (where refuses = 'request'), '[]'))
        from private.refusing_providers)
      when 'deliveries_failing' then jsonb_build_object('videos', undelivered)
      when 'links_reported' then jsonb_build_object('videos', reported)
      else '{}' end) order by name) into result from claimed;
  return coalesce(result, '[]');
end $$;
revoke execute on function public.claim_alerts(boolean) from public, anon, authenticated;
grant execute on function public.claim_alerts(boolean) to service_role;

-- Records that the operator was notified of this alert. Nothing more is sent about it for 10 minutes, because a
-- provider can refuse one model and accept another.
create function public.mark_alert_announced(p_name text, p_is_firing boolean) returns void language sql set search_path = '' as $$
  update private.alerts set is_announced = p_is_firing, tries = 0, due_at = private.clock() + interval '10 minutes' where name = p_name
$$;
revoke execute on function public.mark_alert_announced(text, boolean) from public, anon, authenticated;
grant execute on function public.mark_alert_announced(text, boolean) to service_role;
