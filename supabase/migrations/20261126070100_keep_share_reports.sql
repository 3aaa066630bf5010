-- Reports about a link stay until the administrator has decided, whatever its owner does with the link.

-- Ends one link of the owner. One that was reported expires instead, so that its reports stay; another link to the video is for the
-- administrator to see. Returns false for an unknown link and another user's alike.
drop function public.revoke_share(uuid, uuid);
create function public.revoke_share(p_share_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
begin
  -- A report at the same moment comes before it, and is seen, or after it, and finds no link that works.
  perform from private.shares s join public.jobs j on j.id = s.job_id where s.id = p_share_id and j.user_id = p_user_id for update of s;
  if not found then
    return false;
  end if;
  if exists (select from private.share_reports where share_id = p_share_id) then
    update private.shares set expires_at = moment where id = p_share_id and expires_at > moment;
    return found;
  end if;
  delete from private.shares where id = p_share_id;
  return true;
end $$;
revoke execute on function public.revoke_share(uuid, uuid) from public, anon, authenticated;
grant execute on function public.revoke_share(uuid, uuid) to service_role;

-- Returns the links that were reported, the latest report first, at most p_limit of them. A link may have ended since. open_links: the
-- links to its video that work now.
drop function public.list_share_reports(integer);
create function public.list_share_reports(p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  with reported as (
    select share_id, max(id) as latest, jsonb_agg(jsonb_build_object(
      'reason', reason, 'details', details,
      'created_at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by id desc) as reports
    from private.share_reports group by share_id order by max(id) desc limit p_limit
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'share_id', s.id, 'job_id', j.id, 'title', j.title, 'prompt', j.prompt, 'video_path', j.video_path,
    'email', coalesce((select u.email from public.users u where u.id = j.user_id), ''), 'user_id', j.user_id, 'views', s.views,
    'open_links', (select count(*) from private.shares o where o.job_id = j.id and o.expires_at > private.clock()),
    'created_at', to_char(s.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'reports', r.reports) order by r.latest desc), '[]'::jsonb)
  from reported r join private.shares s on s.id = r.share_id join public.jobs j on j.id = s.job_id
$$;
revoke execute on function public.list_share_reports(integer) from public, anon, authenticated;
grant execute on function public.list_share_reports(integer) to service_role;

-- Forgets links that expired 30 days ago, with their posters, a batch at a time. One that was reported waits for the administrator.
drop function public.forget_shares(integer);
create function public.forget_shares(p_limit integer) returns void language sql set search_path = '' as $$
  with due as (
    select id from private.shares s where expires_at < private.clock() - interval '30 days'
      and not exists (select from private.share_reports r where r.share_id = s.id)
    order by expires_at limit p_limit for update skip locked
  )
  delete from private.shares s using due where s.id = due.id
$$;
revoke execute on function public.forget_shares(integer) from public, anon, authenticated;
grant execute on function public.forget_shares(integer) to service_role;
