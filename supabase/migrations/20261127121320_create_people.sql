-- Users who may not start new jobs. Their running jobs continue, and they can watch, download, share, and delete.
create table private.suspensions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- For administrators. The user doesn't see it.
  reason text not null check (char_length(reason) between 1 and 200),
  since timestamptz not null
);
alter table private.suspensions enable row level security;
grant select, insert, delete on private.suspensions to service_role;

-- Returns whether this user is suspended. A caller that has locked the user's credit account sees the suspension that a
-- concurrent call just stored, because set_suspension locks the account too.
create function private.is_suspended(p_user_id uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from private.suspensions where user_id = p_user_id)
$$;
revoke execute on function private.is_suspended(uuid) from public;
grant execute on function private.is_suspended(uuid) to service_role;

-- Returns what the administrator sees about a user: the profile, credits, suspension, the valid API keys, and the 10 latest
-- jobs and sign-ins with their numbers. No prompt is among it.
create function private.person_record(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'email', u.email, 'name', u.name, 'credits', u.credits,
    'held', coalesce((select a.held from private.credit_accounts a where a.user_id = u.id), 0),
    'created_at', to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'suspension', (
      select jsonb_build_object('reason', s.reason, 'since', to_char(s.since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      from private.suspensions s where s.user_id = u.id),
    'job_count', (select count(*) from public.jobs where user_id = u.id),
    'open_job_count', (select count(*) from public.jobs where user_id = u.id and finished_at is null),
    'jobs', coalesce((
      select jsonb_agg(jsonb_build_object('id', j.id, 'model', j.model, 'status', j.status, 'credits', j.credits,
        'settlement', case h.state when 'captured' then 'captured' when 'released' then 'released' else 'held' end,
        'created_at', to_char(j.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by j.created_at desc, j.id desc)
      from (select * from public.jobs where user_id = u.id order by created_at desc, id desc limit 10) as j
      join private.credit_holds h on h.job_id = j.id), '[]'),
    'sign_in_count', (select count(*) from public.login_logs where user_id = u.id),
    'sign_ins', coalesce((
      select jsonb_agg(jsonb_build_object('id', l.id, 'ip_address', l.ip_address, 'user_agent', l.user_agent,
        'time', to_char(l.login_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by l.login_time desc, l.id)
      from (select * from public.login_logs where user_id = u.id order by login_time desc, id limit 10) as l), '[]'),
    'keys', coalesce((
      select jsonb_agg(private.key_record(k) order by k.created_at desc, k.id)
      from private.api_keys k where k.user_id = u.id and k.expires_at > private.clock()), '[]'))
  from public.users u where u.id = p_user_id
$$;
revoke execute on function private.person_record(uuid) from public;
grant execute on function private.person_record(uuid) to service_role;

-- Returns the users that find_credit_users finds, each as person_record returns it.
create function public.find_people(p_user text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.person_record((one.found->>'id')::uuid) order by one.place), '[]')
  from jsonb_array_elements(public.find_credit_users(p_user)) with ordinality as one (found, place)
$$;
revoke execute on function public.find_people(text) from public, anon, authenticated;
grant execute on function public.find_people(text) to service_role;

-- Suspends a user, or lifts the suspension. p_reason: 1 to 200 characters, for the list of actions. A repeated call changes
-- nothing and records nothing. outcome: done | no_user | bad_reason. Also returns person as person_record returns it, or null.
create function public.set_suspension(p_user_id uuid, p_is_suspended boolean, p_reason text, p_admin text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text := 'done';
  reason text := btrim(coalesce(p_reason, ''));
begin
  if char_length(reason) not between 1 and 200 then
    outcome := 'bad_reason';
  elsif not exists (select from public.users where id = p_user_id) then
    outcome := 'no_user';
  else
    perform private.require_account(p_user_id);
    -- A start that has locked the account comes first, and its job continues. A later start sees the suspension.
    perform from private.credit_accounts where user_id = p_user_id for update;
    if p_is_suspended then
      insert into private.suspensions (user_id, reason, since) values (p_user_id, reason, private.clock())
      on conflict (user_id) do nothing;
    else
      delete from private.suspensions where user_id = p_user_id;
    end if;
    if found then
      perform private.record_admin_action(p_admin, case when p_is_suspended then 'suspend' else 'lift' end,
        p_user_id => p_user_id, p_reason => reason);
    end if;
  end if;
  return jsonb_build_object('outcome', outcome, 'person', private.person_record(p_user_id));
end $$;
revoke execute on function public.set_suspension(uuid, boolean, text, text) from public, anon, authenticated;
grant execute on function public.set_suspension(uuid, boolean, text, text) to service_role;
