-- Deleted accounts that still have data: videos, images, and the sign-in service's records.
create table private.account_deletions (
  user_id uuid primary key references auth.users (id) on delete restrict,
  -- The email to find in the sign-in service's records.
  email text not null,
  -- The ID of the last searched record.
  searched_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
alter table private.account_deletions enable row level security;
grant select, update, delete on private.account_deletions to service_role;

-- Deletes the API keys of a deleted account.
create function private.revoke_keys() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from private.api_keys where user_id = new.user_id;
  return null;
end $$;
revoke execute on function private.revoke_keys() from public;
create trigger account_deletions_revoke_keys after insert on private.account_deletions
  for each row execute function private.revoke_keys();

-- Returns the sign-in service's data about this user: email, created_at, and the sessions, the most recently used
-- first. If the sign-in service stores no user agent, it is the one of the sign-in's record.
create function private.sign_in_record(p_user_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'email', u.email,
    'created_at', to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id,
        'started_at', to_char(s.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'used_at', to_char(s.used_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'user_agent', s.user_agent) order by s.used_at desc, s.id)
      from (
        -- refreshed_at is a timestamp in UTC without a time zone.
        select id, created_at, coalesce(refreshed_at at time zone 'utc', created_at) as used_at,
          coalesce(nullif(user_agent, ''), (
            select nullif(l.user_agent, '') from public.login_logs l
            where l.user_id = p_user_id and l.session_id = own.id::text order by l.login_time limit 1)) as user_agent
        from auth.sessions own
        where user_id = p_user_id and (not_after is null or not_after > now())
        order by coalesce(refreshed_at at time zone 'utc', created_at) desc limit 100) as s), '[]'::jsonb))
  from auth.users u where u.id = p_user_id
$$;
revoke execute on function private.sign_in_record(uuid) from public;
grant execute on function private.sign_in_record(uuid) to service_role;

-- Returns the account: its sign-in record, name, credits, the number of videos and images in an export, and the bytes of its videos,
-- their posters, and the images that it uploaded. Null for an unknown user.
create function public.get_account(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select record || jsonb_build_object(
    'name', coalesce((select name from public.users where id = p_user_id), ''),
    'available', coalesce((select available from private.credit_accounts where user_id = p_user_id), 0),
    'videos', (select count(video_path) from public.jobs where user_id = p_user_id),
    'images', (select count(image_path) from public.jobs where user_id = p_user_id)
      + (select count(*) from private.files where user_id = p_user_id and deleting_at is null),
    'stored_bytes', (
      select coalesce(sum(coalesce(video_bytes, 0) + coalesce(poster_bytes, 0)), 0) from public.jobs
      where user_id = p_user_id and video_path is not null)
      + (select coalesce(sum(bytes), 0) from private.files where user_id = p_user_id and deleting_at is null))
  from private.sign_in_record(p_user_id) as record
$$;
revoke execute on function public.get_account(uuid) from public, anon, authenticated;
grant execute on function public.get_account(uuid) to service_role;

-- Ends a session of its user, with its refresh token. Returns false if the user has no such session.
create function private.delete_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where id = p_session_id and user_id = p_user_id;
  return found;
end $$;
revoke execute on function private.delete_session(uuid, uuid) from public;
grant execute on function private.delete_session(uuid, uuid) to service_role;

-- Ends one session of the user. Returns false if the user has no such session.
create function public.end_session(p_user_id uuid, p_session_id uuid) returns boolean language sql set search_path = '' as $$
  select private.delete_session(p_user_id, p_session_id)
$$;
revoke execute on function public.end_session(uuid, uuid) from public, anon, authenticated;
grant execute on function public.end_session(uuid, uuid) to service_role;

-- Returns a page of the user's sign-ins before the given one, newest first. Null starts at the newest.
create function public.list_own_sign_ins(p_user_id uuid, p_before uuid, p_limit integer)
returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(page) - 'user_id' order by page.login_time desc, page.id desc), '[]'::jsonb)
  from (
    select * from public.login_logs
    where user_id = p_user_id
      and (p_before is null or (login_time, id) < (select login_time, id from public.login_logs where id = p_before))
    order by login_time desc, id desc limit p_limit) as page
$$;
revoke execute on function public.list_own_sign_ins(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.list_own_sign_ins(uuid, uuid, integer) to service_role;

-- Returns a page of the user's uploaded images and voices after the given one, ordered by ID. Null starts at the first.
create function public.list_own_files(p_user_id uuid, p_after uuid, p_limit integer)
returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'path', page.path,
      'used_at', to_char(page.used_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by page.id), '[]'::jsonb)
  from (
    select * from private.files
    where user_id = p_user_id and deleting_at is null and (p_after is null or id > p_after)
    order by id limit p_limit) as page
$$;
revoke execute on function public.list_own_files(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.list_own_files(uuid, uuid, integer) to service_role;

-- Deletes all personal data of the account and ends its sessions, in one transaction. erase_account deletes the cast and
-- the videos, which may be many. The ledger remains, with an ID that identifies nobody.
create function private.close_account(p_user_id uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  open_jobs integer;
begin
  -- Waits for concurrent holds, which are counted below. Later ones wait for this lock, and are then refused.
  select email into address from auth.users where id = p_user_id for update;
  perform private.check_account(p_user_id);
  if address is null or lower(normalize(trim(p_email), nfc)) <> lower(normalize(address, nfc)) then
    return jsonb_build_object('outcome', 'wrong_email');
  end if;
  select count(*) into open_jobs from private.credit_holds where user_id = p_user_id and state in ('open', 'started');
  if open_jobs > 0 then
    return jsonb_build_object('outcome', 'open', 'open', open_jobs);
  end if;
  insert into private.account_deletions (user_id, email) values (p_user_id, address);
  delete from public.users where id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  delete from private.receivers where user_id = p_user_id;
  delete from public.login_logs where user_id = p_user_id;
  delete from auth.identities where user_id = p_user_id;
  update auth.users set email = p_user_id || '@deleted.invalid', raw_user_meta_data = '{}', raw_app_meta_data = '{"deleted": true}'
  where id = p_user_id;
  return jsonb_build_object('outcome', 'deleted');
end $$;
revoke execute on function private.close_account(uuid, text) from public;
grant execute on function private.close_account(uuid, text) to service_role;

-- Deletes an account if p_email is its email and it holds no credits.
-- outcome: deleted | wrong_email | open. open: the number of open jobs.
create function public.delete_account(p_user_id uuid, p_email text) returns jsonb language sql set search_path = '' as $$
  select private.close_account(p_user_id, p_email)
$$;
revoke execute on function public.delete_account(uuid, text) from public, anon, authenticated;
grant execute on function public.delete_account(uuid, text) to service_role;

-- Deletes a user's records of the sign-in service, among the next p_limit ones after p_after. Returns the ID of the
-- last searched record, or null at the end.
create function private.erase_sign_in_records(p_user_id uuid, p_email text, p_after uuid, p_limit integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  page uuid[];
begin
  select array_agg(id order by id) into page from (
    select id from auth.audit_log_entries where id > p_after order by id limit p_limit) as next;
  delete from auth.audit_log_entries where id = any (page)
    and (position(p_user_id::text in payload::text) > 0 or position('"' || p_email || '"' in payload::text) > 0);
  return page[p_limit];
end $$;
revoke execute on function private.erase_sign_in_records(uuid, text, uuid, integer) from public;
grant execute on function private.erase_sign_in_records(uuid, text, uuid, integer) to service_role;

-- Continues with one deleted account that no other caller has locked. Deletes its cast, and p_limit of its jobs. When none
-- is left, schedules its images for deletion, and searches 100 times as many sign-in records. Returns false if no account
-- is left.
create function public.erase_account(p_limit integer) returns boolean language plpgsql set search_path = '' as $$
declare
  account private.account_deletions;
  job uuid;
  jobs integer := 0;
  searched uuid;
begin
  select * into account from private.account_deletions limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  -- A starting job locks members, then files, then the account. So close_account, which has locked the account, can't do this.
  perform from (select from private.cast_members where user_id = account.user_id order by id for update) as locked;
  if found then
    perform from (select from private.files where user_id = account.user_id order by id for no key update) as locked;
    delete from private.cast_members where user_id = account.user_id;
  end if;
  for job in
    select id from public.jobs where user_id = account.user_id and deleted_at is null limit p_limit
  loop
    perform public.delete_job(job, account.user_id);
    -- Deletes the job's earlier files now, such as its video from before it was shared.
    update private.files_to_delete set due_at = private.clock() where job_id = job;
    jobs := jobs + 1;
  end loop;
  if jobs = 0 then
    update private.files set used_at = '-infinity' where user_id = account.user_id and deleting_at is null;
    searched := private.erase_sign_in_records(account.user_id, account.email, account.searched_to, 100 * p_limit);
    if searched is null then
      delete from private.account_deletions where user_id = account.user_id;
    else
      update private.account_deletions set searched_to = searched where user_id = account.user_id;
    end if;
  end if;
  return true;
end $$;
revoke execute on function public.erase_account(integer) from public, anon, authenticated;
grant execute on function public.erase_account(integer) to service_role;
