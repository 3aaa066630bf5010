-- Links that show one video to anyone who has them, without a sign-in.
create table private.shares (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references public.jobs (id) on delete restrict,
  -- The SHA-256 of the token, which only the link contains.
  token_hash text not null unique,
  shows_prompt boolean not null,
  -- Whether search engines may list the page.
  is_indexed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  views integer not null default 0,
  last_viewed_at timestamptz
);
create index shares_job_id_idx on private.shares (job_id);
create index shares_expires_at_idx on private.shares (expires_at);
alter table private.shares enable row level security;
grant select, insert, update, delete on private.shares to service_role;

-- Videos with open reports, until the administrator decides. The row remains whatever the owner does with the links,
-- and is deleted with the video.
create table private.reported_videos (
  job_id uuid primary key references public.jobs (id) on delete restrict,
  -- The order of the first reports. The administrator's list uses it, with the longest waiting video first.
  position bigint generated always as identity unique,
  -- The reports since the first one, including those whose text is no longer stored.
  report_count integer not null default 0 check (report_count >= 0)
);
alter table private.reported_videos enable row level security;
grant select, insert, update, delete on private.reported_videos to service_role;

-- The texts of reports about a video: the first ones and the newest ones, up to the limit in report_share.
create table private.share_reports (
  id bigint generated always as identity primary key,
  job_id uuid not null references private.reported_videos (job_id) on delete cascade,
  reason text not null,
  details text not null check (char_length(details) <= 1000),
  created_at timestamptz not null
);
create index share_reports_job_id_idx on private.share_reports (job_id, id);
alter table private.share_reports enable row level security;
grant select, insert, delete on private.share_reports to service_role;

-- Deletes the links of a job that is deleted, and what was reported of it.
create function private.revoke_shares() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from private.reported_videos where job_id = new.id;
  delete from private.shares where job_id = new.id;
  return null;
end $$;
revoke execute on function private.revoke_shares() from public;
create trigger jobs_revoke_shares after update of deleted_at on public.jobs
  for each row when (new.deleted_at is not null) execute function private.revoke_shares();

-- Returns a link for its owner, without the token.
create function private.share_record(p_share private.shares) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_share.id, 'shows_prompt', p_share.shows_prompt, 'is_indexed', p_share.is_indexed, 'views', p_share.views,
    'created_at', to_char(p_share.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'expires_at', to_char(p_share.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'last_viewed_at', to_char(p_share.last_viewed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
revoke execute on function private.share_record(private.shares) from public;
grant execute on function private.share_record(private.shares) to service_role;

-- Creates a link to the owner's finished video. A deletion at the same moment comes first, and no video is found, or second, and
-- ends the link. outcome: created | not_found | blocked | too_many (that work already); share.
create function public.create_share(
  p_job_id uuid, p_user_id uuid, p_token_hash text, p_days integer, p_shows_prompt boolean, p_is_indexed boolean, p_max integer)
returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  job public.jobs;
  share private.shares;
begin
  select * into job from public.jobs
  where id = p_job_id and user_id = p_user_id and status = 'succeeded' and deleted_at is null for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if job.sharing_blocked_at is not null then
    return jsonb_build_object('outcome', 'blocked');
  end if;
  if (select count(*) from private.shares where job_id = p_job_id and expires_at > moment) >= p_max then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into private.shares (job_id, token_hash, shows_prompt, is_indexed, created_at, expires_at)
  values (p_job_id, p_token_hash, p_shows_prompt, p_is_indexed, moment, moment + make_interval(days => p_days))
  returning * into share;
  return jsonb_build_object('outcome', 'created', 'share', private.share_record(share));
end $$;
revoke execute on function public.create_share(uuid, uuid, text, integer, boolean, boolean, integer) from public, anon, authenticated;
grant execute on function public.create_share(uuid, uuid, text, integer, boolean, boolean, integer) to service_role;

-- Returns the valid links to the owner's video, newest first, or none while it's taken down. Null if get_job returns null.
create function public.list_shares(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'is_blocked', j.sharing_blocked_at is not null,
    'shares', coalesce((
      select jsonb_agg(private.share_record(s) order by s.created_at desc, s.id)
      from private.shares s
      where s.job_id = j.id and s.expires_at > private.clock() and j.sharing_blocked_at is null), '[]'::jsonb))
  from public.jobs j where j.id = p_job_id and j.user_id = p_user_id and j.deleted_at is null
$$;
revoke execute on function public.list_shares(uuid, uuid) from public, anon, authenticated;
grant execute on function public.list_shares(uuid, uuid) to service_role;

-- Revokes a link of the owner. Returns false if the link is unknown or belongs to another user.
create function public.revoke_share(p_share_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.shares s using public.jobs j where s.id = p_share_id and j.id = s.job_id and j.user_id = p_user_id;
  return found;
end $$;
revoke execute on function public.revoke_share(uuid, uuid) from public, anon, authenticated;
grant execute on function public.revoke_share(uuid, uuid) to service_role;

-- Returns whether the administrator took this video down. Its links open nothing until the administrator restores it.
create function private.is_taken_down(p_job_id uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from public.jobs where id = p_job_id and sharing_blocked_at is not null)
$$;
revoke execute on function private.is_taken_down(uuid) from public;
grant execute on function private.is_taken_down(uuid) to service_role;

-- Returns a valid link and its job. Counts the view if p_counts. Null if the link is unknown, expired, or revoked, or if its
-- video was taken down.
create function public.open_share(p_token_hash text, p_counts boolean) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  share private.shares;
begin
  if p_counts then
    update private.shares set views = views + 1, last_viewed_at = moment
    where token_hash = p_token_hash and expires_at > moment and not private.is_taken_down(job_id)
    returning * into share;
  else
    select * into share from private.shares
    where token_hash = p_token_hash and expires_at > moment and not private.is_taken_down(job_id);
  end if;
  return case when share.id is not null then jsonb_build_object(
    'share', private.share_record(share), 'job', private.job_record(share.job_id)) end;
end $$;
revoke execute on function public.open_share(text, boolean) from public, anon, authenticated;
grant execute on function public.open_share(text, boolean) to service_role;

-- Records a report about the video of a valid link. Every report counts. With more than p_max reports, only the texts
-- of the first half and the newest half are stored. So a flood of reports hides neither earlier nor later ones. Returns
-- false for an invalid link.
create function public.report_share(p_token_hash text, p_reason text, p_details text, p_max integer)
returns boolean language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  reported uuid;
begin
  -- Locks the job. A concurrent deletion or takedown of the video then includes this report, or no link is found here.
  select job_id into reported from private.shares where token_hash = p_token_hash and expires_at > moment;
  perform from public.jobs where id = reported for share;
  if private.is_taken_down(reported)
    or not exists (select from private.shares where token_hash = p_token_hash and expires_at > moment)
  then
    return false;
  end if;
  -- The row's lock processes the reports about one video one at a time.
  insert into private.reported_videos as v (job_id, report_count) values (reported, 1)
  on conflict (job_id) do update set report_count = v.report_count + 1;
  insert into private.share_reports (job_id, reason, details, created_at) values (reported, p_reason, p_details, moment);
  delete from private.share_reports where id in (
    select id from (
      select id, row_number() over (order by id) as from_first, row_number() over (order by id desc) as from_last
      from private.share_reports where job_id = reported) as kept
    where from_first > p_max / 2 and from_last > p_max - p_max / 2);
  return true;
end $$;
revoke execute on function public.report_share(text, text, text, integer) from public, anon, authenticated;
grant execute on function public.report_share(text, text, text, integer) to service_role;

-- Returns a page of reported videos after a position, the earliest reported first. p_after: null for the first page.
-- Includes videos without valid links. total: the number on all pages. views, open_links: of the valid links.
create function public.list_reported_videos(p_after bigint, p_limit integer) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'total', (select count(*) from private.reported_videos),
    'videos', coalesce((select jsonb_agg(jsonb_build_object(
      'position', v.position, 'job_id', j.id, 'title', j.title, 'prompt', j.prompt, 'video_path', j.video_path,
      'email', coalesce((select u.email from public.users u where u.id = j.user_id), ''), 'user_id', j.user_id,
      'views', links.views, 'open_links', links.open, 'report_count', v.report_count,
      'newest_report', (select max(r.id) from private.share_reports r where r.job_id = j.id),
      'reports', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'reason', r.reason, 'details', r.details,
          'created_at', to_char(r.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by r.id), '[]'::jsonb)
        from private.share_reports r where r.job_id = j.id)) order by v.position)
      from (
        select * from private.reported_videos where p_after is null or position > p_after order by position limit p_limit) as v
      join public.jobs j on j.id = v.job_id
      cross join lateral (
        select count(*) as open, coalesce(sum(s.views), 0) as views
        from private.shares s where s.job_id = j.id and s.expires_at > private.clock()) as links), '[]'::jsonb))
$$;
revoke execute on function public.list_reported_videos(bigint, integer) from public, anon, authenticated;
grant execute on function public.list_reported_videos(bigint, integer) to service_role;

-- Closes all links to a reported video, and lets its owner create no other link and store no other poster. The links and the
-- poster stay for restore_video. Returns whether it was reported.
create function public.take_down_video(p_job_id uuid, p_admin text) returns boolean language plpgsql set search_path = '' as $$
declare
  owner uuid;
begin
  update public.jobs j set sharing_blocked_at = private.clock()
  where id = p_job_id and exists (select from private.reported_videos where job_id = j.id) returning user_id into owner;
  if not found then
    return false;
  end if;
  delete from private.reported_videos where job_id = p_job_id;
  perform private.record_admin_action(p_admin, 'take_down', owner, p_job_id);
  return true;
end $$;
revoke execute on function public.take_down_video(uuid, text) from public, anon, authenticated;
grant execute on function public.take_down_video(uuid, text) to service_role;

-- Undoes a take-down: the links that are still valid open again, with their views and settings. Returns false for a deleted or
-- unknown video.
create function public.restore_video(p_job_id uuid, p_admin text) returns boolean language plpgsql set search_path = '' as $$
declare
  owner uuid;
begin
  update public.jobs set sharing_blocked_at = null
  where id = p_job_id and sharing_blocked_at is not null and deleted_at is null returning user_id into owner;
  if found then
    perform private.record_admin_action(p_admin, 'restore', owner, p_job_id);
  end if;
  return exists (select from public.jobs where id = p_job_id and deleted_at is null);
end $$;
revoke execute on function public.restore_video(uuid, text) from public, anon, authenticated;
grant execute on function public.restore_video(uuid, text) to service_role;

-- Deletes the reports about a video up to the newest one that the administrator saw. Its links remain valid. With later
-- reports, the video moves to the end of the list. Its count becomes the number of stored texts. Returns the number of
-- remaining reports. Null if the video has no reports.
create function public.dismiss_reports(p_job_id uuid, p_newest_report bigint, p_admin text) returns integer
language plpgsql set search_path = '' as $$
declare
  reported integer;
  remaining integer;
  owner uuid := (select user_id from public.jobs where id = p_job_id);
begin
  -- A report that arrives now waits for this lock.
  select report_count into reported from private.reported_videos where job_id = p_job_id for update;
  if not exists (select from private.share_reports where job_id = p_job_id and id > p_newest_report) then
    delete from private.reported_videos where job_id = p_job_id;
    if reported is null then
      return null;
    end if;
    perform private.record_admin_action(p_admin, 'dismiss', owner, p_job_id);
    return 0;
  end if;
  delete from private.share_reports where job_id = p_job_id and id <= p_newest_report;
  if not found then
    return reported;
  end if;
  select count(*) into remaining from private.share_reports where job_id = p_job_id;
  update private.reported_videos set report_count = remaining, position = default where job_id = p_job_id;
  perform private.record_admin_action(p_admin, 'dismiss', owner, p_job_id);
  return remaining;
end $$;
revoke execute on function public.dismiss_reports(uuid, bigint, text) from public, anon, authenticated;
grant execute on function public.dismiss_reports(uuid, bigint, text) to service_role;

-- A delivered video's path contains the job ID, which the signed URLs of a share page must not reveal. So sharing
-- copies the video to a random path.

-- Returns a random path for a copy of the owner's video. The path is listed for deletion, in case the copy is never
-- used. Null if the video already has a random path, or if get_job returns null.
create function public.reserve_video_path(p_job_id uuid, p_user_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  copied text := gen_random_uuid() || '.mp4';
begin
  perform from public.jobs where id = p_job_id and user_id = p_user_id and starts_with(video_path, id || '/');
  if not found then
    return null;
  end if;
  insert into private.files_to_delete (job_id, bucket, path, due_at, uploading_until)
  values (p_job_id, 'videos', copied, moment + interval '10 minutes', moment + interval '10 minutes');
  return copied;
end $$;
revoke execute on function public.reserve_video_path(uuid, uuid) from public, anon, authenticated;
grant execute on function public.reserve_video_path(uuid, uuid) to service_role;

-- Replaces a video with its copy, if the video hasn't moved and the copy hasn't been deleted. The old file is deleted
-- after two hours, when all its signed URLs have expired.
create function public.move_video(p_job_id uuid, p_from text, p_to text) returns void language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
begin
  update public.jobs set video_path = p_to
  where id = p_job_id and video_path = p_from and exists (
    select from private.files_to_delete where path = p_to and uploading_until > moment);
  if found then
    delete from private.files_to_delete where path = p_to;
    insert into private.files_to_delete (job_id, bucket, path, due_at) values (p_job_id, 'videos', p_from, moment + interval '2 hours');
  end if;
end $$;
revoke execute on function public.move_video(uuid, text, text) from public, anon, authenticated;
grant execute on function public.move_video(uuid, text, text) to service_role;
