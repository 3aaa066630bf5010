-- Links that show one video to whoever has them, without a sign-in.

alter table public.jobs
  -- Since when its owner may make no link to it, because the administrator has taken one down.
  add column sharing_blocked_at timestamptz;

create table private.shares (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references public.jobs (id) on delete restrict,
  -- SHA-256 of the token, which only the link has.
  token_hash text not null unique,
  shows_prompt boolean not null,
  -- Whether search engines may list the page.
  is_indexed boolean not null,
  -- A picture of the video in the bucket pictures, for previews of the link; null for none.
  poster_path text,
  poster_width integer,
  poster_height integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  views integer not null default 0,
  last_viewed_at timestamptz,
  constraint shares_poster_is_whole check (num_nulls(poster_path, poster_width, poster_height) in (0, 3))
);
create index shares_job_id_idx on private.shares (job_id);
create index shares_expires_at_idx on private.shares (expires_at);
alter table private.shares enable row level security;
grant select, insert, update, delete on private.shares to service_role;

-- What viewers report about a link.
create table private.share_reports (
  id bigint generated always as identity primary key,
  share_id uuid not null references private.shares (id) on delete cascade,
  reason text not null,
  details text not null check (char_length(details) <= 1000),
  created_at timestamptz not null
);
create index share_reports_share_id_idx on private.share_reports (share_id);
alter table private.share_reports enable row level security;
grant select, insert, delete on private.share_reports to service_role;

-- Lists the poster of a link that is gone for deletion.
create function private.delete_poster() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into private.files_to_delete (job_id, bucket, path, due_at)
  values (old.job_id, 'pictures', old.poster_path, private.clock());
  return null;
end $$;
revoke execute on function private.delete_poster() from public;
create trigger shares_delete_poster after delete on private.shares
  for each row when (old.poster_path is not null) execute function private.delete_poster();

-- Ends the links of a job that is deleted.
create function private.end_shares() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from private.shares where job_id = new.id;
  return null;
end $$;
revoke execute on function private.end_shares() from public;
create trigger jobs_end_shares after update of deleted_at on public.jobs
  for each row when (new.deleted_at is not null) execute function private.end_shares();

-- Makes a link to the owner's finished video. A deletion at the same moment comes before it, and it finds nothing, or after it, and
-- ends it. p_poster: {width, height} of a picture that the caller stores afterwards; null for none.
-- outcome: created | not_found | blocked | too_many (that work already); share.
create function public.create_share(
  p_job_id uuid, p_user_id uuid, p_token_hash text, p_days integer, p_shows_prompt boolean, p_is_indexed boolean, p_poster jsonb,
  p_max integer)
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
  insert into private.shares (
    job_id, token_hash, shows_prompt, is_indexed, poster_path, poster_width, poster_height, created_at, expires_at)
  values (p_job_id, p_token_hash, p_shows_prompt, p_is_indexed,
    case when p_poster is not null then gen_random_uuid() || '.jpg' end,
    (p_poster->>'width')::integer, (p_poster->>'height')::integer, moment, moment + make_interval(days => p_days))
  returning * into share;
  return jsonb_build_object('outcome', 'created', 'share', private.share_record(share));
end $$;
revoke execute on function public.create_share(uuid, uuid, text, integer, boolean, boolean, jsonb, integer)
  from public, anon, authenticated;
grant execute on function public.create_share(uuid, uuid, text, integer, boolean, boolean, jsonb, integer) to service_role;

-- Returns a link as its owner sees it. Nobody can be shown the link itself again.
create function private.share_record(p_share private.shares) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_share.id, 'shows_prompt', p_share.shows_prompt, 'is_indexed', p_share.is_indexed, 'views', p_share.views,
    'poster_path', p_share.poster_path,
    'created_at', to_char(p_share.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'expires_at', to_char(p_share.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'last_viewed_at', to_char(p_share.last_viewed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;
revoke execute on function private.share_record(private.shares) from public;
grant execute on function private.share_record(private.shares) to service_role;

-- Returns the links of the owner's video that work, newest first; null for a job that get_job does not show.
create function public.list_shares(p_job_id uuid, p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'is_blocked', j.sharing_blocked_at is not null,
    'shares', coalesce((
      select jsonb_agg(private.share_record(s) order by s.created_at desc, s.id)
      from private.shares s where s.job_id = j.id and s.expires_at > private.clock()), '[]'::jsonb))
  from public.jobs j where j.id = p_job_id and j.user_id = p_user_id and j.deleted_at is null
$$;
revoke execute on function public.list_shares(uuid, uuid) from public, anon, authenticated;
grant execute on function public.list_shares(uuid, uuid) to service_role;

-- Ends one link of the owner. Returns false for an unknown one and another user's alike.
create function public.revoke_share(p_share_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.shares s using public.jobs j where s.id = p_share_id and j.id = s.job_id and j.user_id = p_user_id;
  return found;
end $$;
revoke execute on function public.revoke_share(uuid, uuid) from public, anon, authenticated;
grant execute on function public.revoke_share(uuid, uuid) to service_role;

-- Returns a link that works and its job, and counts the view if p_counts; null for one that is unknown, expired or revoked.
create function public.open_share(p_token_hash text, p_counts boolean) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  share private.shares;
begin
  if p_counts then
    update private.shares set views = views + 1, last_viewed_at = moment where token_hash = p_token_hash and expires_at > moment
    returning * into share;
  else
    select * into share from private.shares where token_hash = p_token_hash and expires_at > moment;
  end if;
  return case when share.id is not null then jsonb_build_object(
    'share', private.share_record(share) || jsonb_build_object('poster_width', share.poster_width, 'poster_height', share.poster_height),
    'job', private.job_record(share.job_id)) end;
end $$;
revoke execute on function public.open_share(text, boolean) from public, anon, authenticated;
grant execute on function public.open_share(text, boolean) to service_role;

-- Records a report about a link that works, as long as it has fewer than p_max. Returns false for any other link.
create function public.report_share(p_token_hash text, p_reason text, p_details text, p_max integer)
returns boolean language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  share private.shares;
begin
  select * into share from private.shares where token_hash = p_token_hash and expires_at > moment for key share;
  if not found then
    return false;
  end if;
  if (select count(*) from private.share_reports where share_id = share.id) < p_max then
    insert into private.share_reports (share_id, reason, details, created_at) values (share.id, p_reason, p_details, moment);
  end if;
  return true;
end $$;
revoke execute on function public.report_share(text, text, text, integer) from public, anon, authenticated;
grant execute on function public.report_share(text, text, text, integer) to service_role;

-- Returns the links that were reported, the latest report first, at most p_limit of them.
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
    'created_at', to_char(s.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'reports', r.reports) order by r.latest desc), '[]'::jsonb)
  from reported r join private.shares s on s.id = r.share_id join public.jobs j on j.id = s.job_id
$$;
revoke execute on function public.list_share_reports(integer) from public, anon, authenticated;
grant execute on function public.list_share_reports(integer) to service_role;

-- Ends all links to the video of this one, and lets its owner make no other. Returns whether there was such a link.
create function public.take_down_share(p_share_id uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  shared uuid;
begin
  update public.jobs set sharing_blocked_at = private.clock()
  where id = (select job_id from private.shares where id = p_share_id) returning id into shared;
  delete from private.shares where job_id = shared;
  return shared is not null;
end $$;
revoke execute on function public.take_down_share(uuid) from public, anon, authenticated;
grant execute on function public.take_down_share(uuid) to service_role;

-- Forgets what was reported about a link, which goes on to work. Returns whether there was anything.
create function public.dismiss_share_reports(p_share_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from private.share_reports where share_id = p_share_id;
  return found;
end $$;
revoke execute on function public.dismiss_share_reports(uuid) from public, anon, authenticated;
grant execute on function public.dismiss_share_reports(uuid) to service_role;

-- Forgets links that expired 30 days ago, with their reports and posters, a batch at a time.
create function public.forget_shares(p_limit integer) returns void language sql set search_path = '' as $$
  with due as (
    select id from private.shares where expires_at < private.clock() - interval '30 days'
    order by expires_at limit p_limit for update skip locked
  )
  delete from private.shares s using due where s.id = due.id
$$;
revoke execute on function public.forget_shares(integer) from public, anon, authenticated;
grant execute on function public.forget_shares(integer) to service_role;

-- The path of a delivered video names its job, which the signed addresses of a link's page may not do: it is copied to a random path.

-- Returns a random path for a copy of the owner's video, and lists it for deletion in case that the copy is never used. Null for a
-- video that has such a path already, and for a job that get_job does not show.
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

-- Makes the copy of a video the video, if that is still where it was copied from, and the copy is kept until now. The old file goes
-- after the two hours for which its addresses may have been signed.
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

-- The operator is told of reported links.
alter table private.alerts drop constraint alerts_name_check, add constraint alerts_name_check
  check (name in ('sweep_silent', 'provider_refuses', 'budget_spent', 'deliveries_failing', 'links_reported'));

-- Looks at everything that the operator is told of. Returns what one caller is to tell now; until it says that it did (end_alert),
-- others get the same after 1, 2, 4 ... and at most 60 minutes. Each ends well below where it began, so that nothing is told to and
-- fro. p_sweeps: a sweep is expected. [{name, is_firing, since, facts}]
drop function public.take_alerts(boolean);
create function public.take_alerts(p_sweeps boolean) returns jsonb language plpgsql set search_path = '' as $$
declare
  moment timestamptz := private.clock();
  swept timestamptz := (select finished_at from private.last_sweep);
  first_look timestamptz := (select since from private.alerts where name = 'sweep_silent');
  budget integer := (select daily_credits_budget from private.credit_settings);
  spent bigint := private.submitted_today();
  undelivered integer := (select count(*) from (
    select from private.provider_tasks t join public.jobs j on j.id = t.job_id
    where t.delivery_failed_at > moment - interval '1 hour' and j.status <> 'succeeded' limit 1000) as jobs);
  reported integer := (select count(*) from (
    select from private.shares s where exists (select from private.share_reports r where r.share_id = s.id) limit 1000) as links);
  was jsonb := coalesce((select jsonb_object_agg(name, is_firing) from private.alerts), '{}');
  told jsonb;
begin
  -- Before the first sweep, the time counts from the first look.
  perform private.set_alert('sweep_silent', coalesce(p_sweeps and (coalesce(swept, first_look) < moment - interval '5 minutes'
    or swept is null and (was->>'sweep_silent')::boolean), false));
  perform private.set_alert('budget_spent',
    coalesce(spent >= budget * case when (was->>'budget_spent')::boolean then 0.7 else 0.8 end, false));
  perform private.set_alert('deliveries_failing', undelivered >= case when (was->>'deliveries_failing')::boolean then 5 else 10 end);
  perform private.set_alert('links_reported', reported > 0);
  with taken as (
    update private.alerts set tries = tries + 1, due_at = moment + least(60, 2 ^ least(tries, 10)) * interval '1 minute'
    where is_told <> is_firing and (due_at <= moment or due_at > moment + interval '1 hour')
    returning name, is_firing, since
  )
  select jsonb_agg(jsonb_build_object(
    'name', name, 'is_firing', is_firing, 'since', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'facts', case name
      when 'sweep_silent' then jsonb_build_object('last_sweep', to_char(swept at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      when 'budget_spent' then jsonb_build_object('spent', spent, 'budget', budget)
      when 'provider_refuses' then jsonb_build_object('providers', (
        select coalesce(jsonb_agg(provider order by provider), '[]') from private.refusing_providers where provider <> ''))
      when 'deliveries_failing' then jsonb_build_object('videos', undelivered)
      when 'links_reported' then jsonb_build_object('links', reported)
      else '{}' end) order by name) into told from taken;
  return coalesce(told, '[]');
end $$;
revoke execute on function public.take_alerts(boolean) from public, anon, authenticated;
grant execute on function public.take_alerts(boolean) to service_role;
