-- Credits that the administrator gives: who, how many and why stand in the ledger, with the administrator's name.

-- Returns the users with this e-mail address, whatever its case, or with this id; at most 10, oldest first. credits: what each can
-- spend now. Only who has signed in has a profile to be found by.
create function public.find_credit_users(p_user text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'credits', u.credits)
    order by u.created_at, u.id), '[]')
  from (
    select * from public.users
    where btrim(p_user) <> '' and (lower(email) = lower(btrim(p_user)) or id::text = lower(btrim(p_user)))
    order by created_at, id limit 10) u
$$;
revoke execute on function public.find_credit_users(text) from public, anon, authenticated;
grant execute on function public.find_credit_users(text) to service_role;

-- Adds 1 to 1,000,000 credits once per key. p_admin: who gives them. p_reason: shown to the user, 1 to 200 characters.
-- outcome: granted | exists | key_mismatch | no_user | bad_amount | bad_reason | balance_full (more than an account holds);
-- user as find_credit_users returns it, after the grant, or null.
create function public.grant_admin_credits(p_user_id uuid, p_amount integer, p_reason text, p_admin text, p_key text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text;
begin
  if p_amount is null or p_amount not between 1 and 1000000 then
    outcome := 'bad_amount';
  elsif char_length(btrim(coalesce(p_reason, ''))) not between 1 and 200 then
    outcome := 'bad_reason';
  elsif not exists (select from public.users where id = p_user_id) then
    outcome := 'no_user';
  else
    begin
      outcome := private.grant_credits(p_user_id, p_amount, 'admin_grant', p_admin, 'admin:' || p_key, btrim(p_reason));
    exception when check_violation or numeric_value_out_of_range then
      outcome := 'balance_full';
    end;
  end if;
  return jsonb_build_object('outcome', outcome, 'user', public.find_credit_users(p_user_id::text)->0);
end $$;
revoke execute on function public.grant_admin_credits(uuid, integer, text, text, text) from public, anon, authenticated;
grant execute on function public.grant_admin_credits(uuid, integer, text, text, text) to service_role;

-- Does the same for the SQL editor: raises a sentence for whatever is wrong, and grants nothing then. Give a key to be able to run
-- the call again without granting twice.
create function private.grant_credits_to(p_user text, p_amount integer, p_reason text, p_key text default gen_random_uuid()::text)
returns text language plpgsql set search_path = '' as $$
declare
  found_users jsonb := public.find_credit_users(p_user);
  answer jsonb;
begin
  if jsonb_array_length(found_users) = 0 then
    raise exception 'No user with the e-mail address or id "%" has ever signed in. Nothing was granted.', p_user;
  elsif jsonb_array_length(found_users) > 1 then
    raise exception 'Several users have the e-mail address "%": give the id of one of them. Nothing was granted. %', p_user,
      (select string_agg(u->>'id', ', ') from jsonb_array_elements(found_users) as u);
  end if;
  answer := public.grant_admin_credits((found_users->0->>'id')::uuid, p_amount, p_reason, session_user, p_key);
  case answer->>'outcome'
    when 'granted' then null;
    when 'exists' then
      return format('Granted before with this key: nothing was added. %s has %s credits.',
        answer->'user'->>'email', answer->'user'->>'credits');
    when 'bad_amount' then raise exception 'Give 1 to 1000000 credits. Nothing was granted.';
    when 'bad_reason' then raise exception 'Give a reason of 1 to 200 characters. Nothing was granted.';
    when 'balance_full' then raise exception 'The account cannot hold that many credits more. Nothing was granted.';
    else raise exception 'This key was used for another grant. Nothing was granted.';
  end case;
  return format('Granted %s credits to %s, who now has %s.', p_amount, answer->'user'->>'email', answer->'user'->>'credits');
end $$;
revoke execute on function private.grant_credits_to(text, integer, text, text) from public;

-- Returns the jobs whose cost was told last, the latest first, with the price in credits.
create function public.list_costs(p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(costed) - 'costed_at' order by costed_at desc), '[]'::jsonb) from (
    select t.job_id, t.provider, t.cost, t.cost_unit, t.costed_at, j.model, j.credits,
      to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end as settlement
    from private.provider_tasks t
    join public.jobs j on j.id = t.job_id
    join private.credit_holds h on h.job_id = t.job_id
    where t.costed_at is not null
    order by t.costed_at desc limit p_limit) as costed
$$;
revoke execute on function public.list_costs(integer) from public, anon, authenticated;
grant execute on function public.list_costs(integer) to service_role;

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

-- Switches an alert on or off. One that is as it was does not change.
create function private.set_alert(p_name text, p_is_firing boolean) returns void language sql set search_path = '' as $$
  insert into private.alerts as a (name, is_firing, since, due_at)
  values (p_name, p_is_firing, private.clock(), private.clock())
  on conflict (name) do update set is_firing = excluded.is_firing, since = excluded.since where a.is_firing <> excluded.is_firing
$$;
revoke execute on function private.set_alert(text, boolean) from public;
grant execute on function private.set_alert(text, boolean) to service_role;

-- Records that the provider refuses our key or our account, until it takes a job again.
create function public.note_provider_refusal() returns void language sql set search_path = '' as $$
  select private.set_alert('provider_refuses', true)
$$;
revoke execute on function public.note_provider_refusal() from public, anon, authenticated;
grant execute on function public.note_provider_refusal() to service_role;

-- Looks at everything that the operator is told of. Returns what one caller is to tell now; until it says that it did (end_alert),
-- others get the same after 1, 2, 4 ... and at most 60 minutes. Each ends well below where it began, so that nothing is told to and
-- fro. p_sweeps: a sweep is expected. [{name, is_firing, since, facts}]
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
      when 'deliveries_failing' then jsonb_build_object('videos', undelivered)
      else '{}' end) order by name) into told from taken;
  return coalesce(told, '[]');
end $$;
revoke execute on function public.take_alerts(boolean) from public, anon, authenticated;
grant execute on function public.take_alerts(boolean) to service_role;

-- Records that the operator was told this. Nothing more is told about it for 10 minutes: a provider may refuse one model and take
-- another.
create function public.end_alert(p_name text, p_is_firing boolean) returns void language sql set search_path = '' as $$
  update private.alerts set is_told = p_is_firing, tries = 0, due_at = private.clock() + interval '10 minutes' where name = p_name
$$;
revoke execute on function public.end_alert(text, boolean) from public, anon, authenticated;
grant execute on function public.end_alert(text, boolean) to service_role;
