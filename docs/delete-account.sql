-- Deletes an account on its person's request, in the SQL editor: put in its id (from auth.users). Wait until no job of theirs
-- is open. What stays is the ledger and its jobs, under an id that leads to nobody; the next sweeps delete the files.
do $$
declare
  person uuid := '00000000-0000-0000-0000-000000000000';
begin
  if exists (select 1 from public.generations where user_id = person and finished_at is null) then
    raise exception 'a job of this person is still open';
  end if;
  perform public.delete_job(id, user_id) from public.generations where user_id = person;
  delete from public.login_logs where user_id = person;
  delete from public.users where id = person;
  delete from auth.sessions where user_id = person;
  delete from auth.identities where user_id = person;
  update auth.users set email = person || '@deleted.invalid', raw_user_meta_data = '{}' where id = person;
end $$;
