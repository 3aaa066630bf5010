-- What an administrator did: a row for each action, written in the action's own transaction. No role can change or delete a
-- row, and rows are kept. So they have no email and no reference, which would prevent the deletion of an account.
create table private.admin_actions (
  id bigint generated always as identity primary key,
  -- The administrator's name, or the name of the operator's account in a terminal.
  admin text not null check (char_length(admin) between 1 and 200),
  action text not null check (
    action in ('grant', 'settings', 'suspend', 'lift', 'take_down', 'restore', 'dismiss', 'refused_words')),
  -- The user and the video of the action. Null if it was about none.
  user_id uuid,
  job_id uuid,
  reason text not null default '' check (char_length(reason) <= 200),
  -- grant: credits. settings: the changed ones. refused_words: added and removed.
  details jsonb not null default '{}',
  created_at timestamptz not null
);
alter table private.admin_actions enable row level security;
grant select, insert on private.admin_actions to service_role;
create trigger admin_actions_append_only before update or delete on private.admin_actions
  for each row execute function private.refuse_change();
create trigger admin_actions_no_truncate before truncate on private.admin_actions
  for each statement execute function private.refuse_change();

-- Records one action.
create function private.record_admin_action(
  p_admin text, p_action text, p_user_id uuid default null, p_job_id uuid default null, p_reason text default '',
  p_details jsonb default '{}')
returns void language sql set search_path = '' as $$
  insert into private.admin_actions (admin, action, user_id, job_id, reason, details, created_at)
  values (left(p_admin, 200), p_action, p_user_id, p_job_id, p_reason, p_details, private.clock())
$$;
revoke execute on function private.record_admin_action(text, text, uuid, uuid, text, jsonb) from public;
grant execute on function private.record_admin_action(text, text, uuid, uuid, text, jsonb) to service_role;

-- Returns a page of actions before the given one, newest first. Null starts at the newest. email and title are those of now,
-- and empty for a deleted account or video. is_taken_down: whether the video is still taken down.
create function public.list_admin_actions(p_before bigint, p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'admin', a.admin, 'action', a.action, 'user_id', a.user_id, 'job_id', a.job_id, 'reason', a.reason,
    'details', a.details, 'created_at', to_char(a.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'email', coalesce(u.email, ''), 'title', coalesce(nullif(j.title, ''), j.prompt, ''),
    'is_taken_down', coalesce(j.sharing_blocked_at is not null and j.deleted_at is null, false)) order by a.id desc), '[]')
  from (
    select * from private.admin_actions where p_before is null or id < p_before order by id desc limit p_limit) as a
  left join public.users u on u.id = a.user_id
  left join public.jobs j on j.id = a.job_id
$$;
revoke execute on function public.list_admin_actions(bigint, integer) from public, anon, authenticated;
grant execute on function public.list_admin_actions(bigint, integer) to service_role;
