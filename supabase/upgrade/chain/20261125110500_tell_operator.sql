-- What the operator is told of by ALERT_WEBHOOK_URL: once when it begins and once when it is over, however many servers look
-- (decision 033). A row appears when somebody first looks.
create table private.alerts (
  name text primary key check (name in ('sweep_silent', 'provider_refuses', 'budget_spent', 'deliveries_failing')),
  is_firing boolean not null,
  -- Since when it is as it is.
  since timestamptz not null,
  -- What the operator was told last.
  is_told boolean not null default false,
  tries integer not null default 0,
  -- When telling may be tried next.
  due_at timestamptz not null
);
alter table private.alerts enable row level security;
grant select, insert, update on private.alerts to service_role;

-- Of an alert that is as it was, nothing changes.
create function private.set_alert(p_name text, p_is_firing boolean, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  insert into private.alerts as a (name, is_firing, since, due_at)
  values (p_name, p_is_firing, private.clock(p_now), private.clock(p_now))
  on conflict (name) do update set is_firing = excluded.is_firing, since = excluded.since where a.is_firing <> excluded.is_firing
$$;
revoke execute on function private.set_alert(text, boolean, timestamptz) from public;
grant execute on function private.set_alert(text, boolean, timestamptz) to service_role;

-- The provider refuses our key or our account, until it takes a job again.
create function public.note_provider_refusal() returns void language sql set search_path = '' as $$
  select private.set_alert('provider_refuses', true)
$$;
revoke execute on function public.note_provider_refusal() from public, anon, authenticated;
grant execute on function public.note_provider_refusal() to service_role;

-- The provider answered with its task id. False when another job has that id: then this one has none, and cannot succeed.
create or replace function public.record_vendor_task(p_job_id uuid, p_provider_task_id text) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.generations set status = 'running' where id = p_job_id and status in ('submitted', 'unknown');
  update private.vendor_tasks
  set provider_task_id = p_provider_task_id,
    due_at = case when due_at is not null then least(due_at, now() + interval '30 seconds') end
  where job_id = p_job_id;
  update private.alerts set is_firing = false, since = now() where name = 'provider_refuses' and is_firing;
  return true;
exception when unique_violation then
  return false;
end $$;

-- Looks at everything that the operator is told of. Answers what one caller is to tell now; until it says that it did (end_alert),
-- others are answered the same after 1, 2, 4 ... and at most 60 minutes. Each ends well below where it began, so that nothing is
-- told to and fro. p_sweeps: a sweep is expected. [{name, is_firing, since, facts}]
create function public.take_alerts(p_sweeps boolean, p_now timestamptz default null) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock(p_now);
  swept timestamptz := (select finished_at from private.last_sweep);
  first_look timestamptz := (select since from private.alerts where name = 'sweep_silent');
  budget integer := (select daily_credits_budget from private.credit_settings);
  spent bigint := private.submitted_today();
  undelivered integer := (select count(*) from (
    select from private.vendor_tasks v join public.generations g on g.id = v.job_id
    where v.delivery_failed_at > moment - interval '1 hour' and g.status <> 'succeeded' limit 1000) as jobs);
  was jsonb := coalesce((select jsonb_object_agg(name, is_firing) from private.alerts), '{}');
  told jsonb;
begin
  -- Before the first sweep, the time counts from the first look.
  perform private.set_alert('sweep_silent', coalesce(p_sweeps and (coalesce(swept, first_look) < moment - interval '5 minutes'
    or swept is null and (was->>'sweep_silent')::boolean), false), moment);
  perform private.set_alert('budget_spent',
    coalesce(spent >= budget * case when (was->>'budget_spent')::boolean then 0.7 else 0.8 end, false), moment);
  perform private.set_alert('deliveries_failing', undelivered >= case when (was->>'deliveries_failing')::boolean then 5 else 10 end, moment);
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
      when 'deliveries_failing' then jsonb_build_object('videos', undelivered)
      else '{}' end) order by name) into told from taken;
  return coalesce(told, '[]');
end $$;
revoke execute on function public.take_alerts(boolean, timestamptz) from public, anon, authenticated;
grant execute on function public.take_alerts(boolean, timestamptz) to service_role;

-- The operator was told this, and is told nothing more about it for 10 minutes: a provider may refuse one model and take another.
create function public.end_alert(p_name text, p_is_firing boolean, p_now timestamptz default null) returns void language sql set search_path = '' as $$
  update private.alerts set is_told = p_is_firing, tries = 0, due_at = private.clock(p_now) + interval '10 minutes' where name = p_name
$$;
revoke execute on function public.end_alert(text, boolean, timestamptz) from public, anon, authenticated;
grant execute on function public.end_alert(text, boolean, timestamptz) to service_role;
