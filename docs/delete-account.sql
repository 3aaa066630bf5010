-- Deletes an account on its user's request, in the SQL editor: put in its id (from auth.users). Wait until no job of theirs
-- is open. What stays is the ledger and its jobs, under an id that leads to nobody; the next sweeps delete the files.
do $$
declare
  person uuid := '00000000-0000-0000-0000-000000000000';
begin
  if exists (select 1 from public.jobs where user_id = person and finished_at is null) then
    raise exception 'a job of this person is still open';
  end if;
  perform public.delete_job(id, user_id) from public.jobs where user_id = person;
  delete from public.login_logs where user_id = person;
  delete from public.users where id = person;
  delete from auth.sessions where user_id = person;
  delete from auth.identities where user_id = person;
  -- The sign-in service's own record of what they did. Not every stack keeps one.
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries using auth.users u where u.id = $1
      and (position(u.id::text in payload::text) > 0 or position(''"'' || u.email || ''"'' in payload::text) > 0)' using person;
  end if;
  -- A token that is still good for a while makes nothing of them anew: the mark is looked at in private.require_account.
  update auth.users set email = person || '@deleted.invalid', raw_user_meta_data = '{}', raw_app_meta_data = '{"deleted": true}'
  where id = person;
end $$;
