-- The library can begin with the oldest job, and find what was generated from a video.
drop function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean);
-- Returns a page of the user's jobs: at most p_limit, older than the job of this time and ID; without them from the newest. With
-- p_oldest from the oldest, newer than that job. Filters: jobs whose title or prompt holds p_search, those of p_model, those that
-- failed, those with a star, those generated from the video p_source, and those with sound. p_silent lists what makes no sound, each
-- 'provider/model/input'. Failed jobs have no sound either, unless p_failed asks for them. Open jobs are listed newest first,
-- without filters.
create function public.list_jobs(
  p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer,
  p_search text default null, p_model text default null, p_failed boolean default false, p_silent text[] default null,
  p_starred boolean default false, p_oldest boolean default false, p_source uuid default null
) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  before_time timestamptz := coalesce(p_before_time, case when p_oldest then '-infinity' else 'infinity' end::timestamptz);
  before_id uuid := coalesce(p_before_id, case when p_oldest then '00000000-0000-0000-0000-000000000000'
    else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  search text := lower(p_search);
  page uuid[];
begin
  -- One statement each, so that each follows an index: open jobs are few among many.
  if p_open then
    select array_agg(id order by created_at desc, id desc) into page from (
      select id, created_at from public.jobs
      where user_id = p_user_id and finished_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  elsif p_oldest then
    select array_agg(id order by created_at, id) into page from (
      select j.id, j.created_at from public.jobs j
      where j.user_id = p_user_id and j.deleted_at is null and (j.created_at, j.id) > (before_time, before_id)
        and (p_model is null or j.model = p_model)
        and (not p_failed or j.status = 'failed')
        and (not p_starred or j.is_starred)
        and (p_source is null or j.source_id = p_source)
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, coalesce(j.input_kind, j.mode)) = any (p_silent))))
        and (search is null or strpos(lower(j.title), search) > 0 or strpos(lower(j.prompt), search) > 0)
      order by j.created_at, j.id limit p_limit) as found;
  else
    select array_agg(id order by created_at desc, id desc) into page from (
      select j.id, j.created_at from public.jobs j
      where j.user_id = p_user_id and j.deleted_at is null and (j.created_at, j.id) < (before_time, before_id)
        and (p_model is null or j.model = p_model)
        and (not p_failed or j.status = 'failed')
        and (not p_starred or j.is_starred)
        and (p_source is null or j.source_id = p_source)
        and (p_silent is null or (j.generate_audio and (p_failed or j.status <> 'failed') and not exists (
          select from private.provider_tasks t
          where t.job_id = j.id and concat_ws('/', t.provider, j.model, coalesce(j.input_kind, j.mode)) = any (p_silent))))
        and (search is null or strpos(lower(j.title), search) > 0 or strpos(lower(j.prompt), search) > 0)
      order by j.created_at desc, j.id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean, boolean, uuid)
  from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[], boolean, boolean, uuid)
  to service_role;
