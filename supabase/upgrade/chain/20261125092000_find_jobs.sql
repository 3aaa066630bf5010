-- A page of the user's jobs, as before, and now of some of them alone: those whose prompt holds p_search, those of p_model, those
-- that failed, and those with sound. p_silent lists what makes none, each 'provider/model/mode'; jobs that failed have no sound
-- either, unless p_failed asks for them. The index gives the order: a page that fills early reads little, a search that finds
-- nothing reads the prompts of one user and of nobody else.
drop function public.list_jobs(uuid, boolean, timestamptz, uuid, integer);
create function public.list_jobs(
  p_user_id uuid, p_open boolean, p_before_time timestamptz, p_before_id uuid, p_limit integer,
  p_search text default null, p_model text default null, p_failed boolean default false, p_silent text[] default null
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
      select id, created_at from public.generations
      where user_id = p_user_id and finished_at is null and (created_at, id) < (before_time, before_id)
      order by created_at desc, id desc limit p_limit) as found;
  else
    select array_agg(id order by created_at desc, id desc) into page from (
      select g.id, g.created_at from public.generations g
      where g.user_id = p_user_id and g.deleted_at is null and (g.created_at, g.id) < (before_time, before_id)
        and (p_model is null or g.model = p_model)
        and (not p_failed or g.status = 'failed')
        and (p_silent is null or (g.generate_audio and (p_failed or g.status <> 'failed') and not exists (
          select from private.vendor_tasks v
          where v.job_id = g.id and concat_ws('/', v.provider, g.model, g.mode) = any (p_silent))))
        and (search is null or strpos(lower(g.prompt), search) > 0)
      order by g.created_at desc, g.id desc limit p_limit) as found;
  end if;
  return coalesce((
    select jsonb_agg(private.job_record(id) order by place) from unnest(page) with ordinality as found (id, place)), '[]'::jsonb);
end $$;
revoke execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[]) from public, anon, authenticated;
grant execute on function public.list_jobs(uuid, boolean, timestamptz, uuid, integer, text, text, boolean, text[]) to service_role;
