-- A label: the title that a user gives a job, and a star.
alter table public.jobs
  add column title text not null default '' check (char_length(title) <= 100),
  add column is_starred boolean not null default false,
  add constraint jobs_deleted_has_no_label check (deleted_at is null or (title = '' and not is_starred));

-- Takes the label from a job that is deleted.
create function private.clear_label() returns trigger language plpgsql set search_path = '' as $$
begin
  new.title := '';
  new.is_starred := false;
  return new;
end $$;
revoke execute on function private.clear_label() from public;
create trigger jobs_clear_label before update of deleted_at on public.jobs
  for each row when (new.deleted_at is not null) execute function private.clear_label();

-- Changes the title or the star of the owner's job; null leaves it as it is. Returns the job, or null as get_job does.
create function public.label_job(p_job_id uuid, p_user_id uuid, p_title text, p_starred boolean)
returns jsonb language sql set search_path = '' as $$
  update public.jobs set title = coalesce(p_title, title), is_starred = coalesce(p_starred, is_starred)
  where id = p_job_id and user_id = p_user_id and deleted_at is null;
  select public.get_job(p_job_id, p_user_id)
$$;
revoke execute on function public.label_job(uuid, uuid, text, boolean) from public, anon, authenticated;
grant execute on function public.label_job(uuid, uuid, text, boolean) to service_role;

drop function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[]);
-- Returns a page of the user's jobs: at most p_limit, older than the job named by time and id (none named: from the newest). Filters:
-- those whose title or prompt holds p_search, those of p_model, those that failed, those with a star, and those with sound. p_silent
-- lists what makes none, each 'provider/model/mode'; jobs that failed have no sound either, unless p_failed asks for them. The index
-- gives the order: a page that fills early reads little, a search that finds nothing reads the jobs of one user and of nobody else.
create function public.list_jobs(
  p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer,
  p_search text default null, p_model text default null, p_failed boolean default false, p_silent text[] default null,
  p_starred boolean default false
) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  before_time timestamptz := coalesce(p_before_time, 'infinity');
  before_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  search text := lower(p_search);
  page uuid[];
begin
  -- Two statements, each with its own index: open jobs are few among many.
  if p_open then
    select array_agg(id order by created_at desc, id desc) into page from (
      select id, created_at from public.jobs
      where user_id = p_user_id and finished_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  else
    select array_agg(id order by created_at desc, id desc) into page from (
      select j.id, j.created_at from public.jobs j
      where j.user_id = p_user_id and j.deleted_at is null and (j.created_at, j.id) < (before_time, before_id)
        and (p_model is null or j.model = p_model)
        and (not p_failed or j.status = 'failed')
        and (not p_starred or j.is_starred)
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, j.mode) = any (p_silent))))
        and (search is null or strpos(lower(j.title), search) > 0 or strpos(lower(j.prompt), search) > 0)
      order by j.created_at desc, j.id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean)
  from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean)
  to service_role;
