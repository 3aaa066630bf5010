-- The cast: named characters, places, and styles of a user, each with 1 to 5 images (docs/decisions/004-images-voices-and-cast.md). An
-- image is stored once for all members and jobs that use it.
create table private.cast_members (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('character', 'place', 'style')),
  -- In the normal form NFC, so that equal names are equal texts.
  name text not null check (char_length(name) between 1 and 40 and name is nfc normalized and position('@' in name) = 0),
  note text not null check (char_length(note) <= 300),
  created_at timestamptz not null,
  -- A voice sample of a character. The user confirmed that the voice is their own, or that the person agreed.
  voice_id uuid references private.files (id) on delete restrict,
  voice_consented_at timestamptz,
  constraint cast_members_voice_has_consent check (num_nulls(voice_id, voice_consented_at) in (0, 2)),
  constraint cast_members_voice_of_character check (voice_id is null or kind = 'character')
);
create index cast_members_voice_id_idx on private.cast_members (voice_id);
create unique index cast_members_name_key on private.cast_members (user_id, lower(name));
alter table private.cast_members enable row level security;
grant select, insert, update, delete on private.cast_members to service_role;
create trigger cast_members_refuse_deleted before insert on private.cast_members
  for each row execute function private.refuse_deleted_account();

-- The images of a member, in order. The first one shows it in lists.
create table private.cast_images (
  member_id uuid not null references private.cast_members (id) on delete cascade,
  position integer not null check (position between 1 and 5),
  image_id uuid not null references private.files (id) on delete restrict,
  primary key (member_id, position),
  unique (member_id, image_id)
);
create index cast_images_image_id_idx on private.cast_images (image_id);
alter table private.cast_images enable row level security;
grant select, insert, delete on private.cast_images to service_role;

-- The members that a job's prompt names, in order. A deleted member leaves its name here.
create table private.job_cast (
  job_id uuid not null references public.jobs (id) on delete restrict,
  position integer not null,
  member_id uuid references private.cast_members (id) on delete set null,
  name text not null check (char_length(name) between 1 and 40),
  primary key (job_id, position)
);
create index job_cast_member_id_idx on private.job_cast (member_id);
alter table private.job_cast enable row level security;
grant select, insert, delete on private.job_cast to service_role;

-- The member that a job's image or voice is of. Null for an image that the user added to the job.
alter table private.job_files add column member_id uuid references private.cast_members (id) on delete set null;
create index job_files_member_id_idx on private.job_files (member_id);

-- Locks the members of a new job, [{id, name}], so that none of them is deleted before the job refers to it. Call it before locking
-- files, as the functions below do. Returns false unless all of them are the user's and have these names.
create function private.lock_cast(p_user_id uuid, p_cast jsonb) returns boolean language plpgsql set search_path = '' as $$
declare
  found_count integer;
begin
  select count(*) into found_count from (
    select from private.cast_members m
    join jsonb_to_recordset(coalesce(p_cast, '[]')) as wanted (id uuid, name text) on wanted.id = m.id and wanted.name = m.name
    where m.user_id = p_user_id order by m.id for key share of m) as locked;
  return found_count = jsonb_array_length(coalesce(p_cast, '[]'));
end $$;
revoke execute on function private.lock_cast(uuid, jsonb) from public;
grant execute on function private.lock_cast(uuid, jsonb) to service_role;

-- Returns a member with its images in order.
create function private.cast_member_record(p_member private.cast_members) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_member.id, 'kind', p_member.kind, 'name', p_member.name, 'note', p_member.note,
    'created_at', to_char(p_member.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'images', (
      select jsonb_agg(jsonb_build_object('id', f.id, 'path', f.path) order by c.position)
      from private.cast_images c join private.files f on f.id = c.image_id where c.member_id = p_member.id),
    'voice', (
      select jsonb_build_object('id', f.id, 'path', f.path, 'seconds', f.seconds)
      from private.files f where f.id = p_member.voice_id))
$$;
revoke execute on function private.cast_member_record(private.cast_members) from public;
grant execute on function private.cast_member_record(private.cast_members) to service_role;

-- Returns the user's members, newest first.
create function public.list_cast(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.cast_member_record(m) order by m.created_at desc, m.id), '[]'::jsonb)
  from private.cast_members m where m.user_id = p_user_id
$$;
revoke execute on function public.list_cast(uuid) from public, anon, authenticated;
grant execute on function public.list_cast(uuid) to service_role;

-- Schedules images and voices for deletion as soon as neither a job nor a member uses them. Locks them in a fixed order, as jobs do.
create function private.release_cast_files(p_files uuid[]) returns void language sql set search_path = '' as $$
  update private.files set used_at = '-infinity' where id in (
    select id from private.files where id = any (p_files) order by id for no key update)
$$;
revoke execute on function private.release_cast_files(uuid[]) from public;
grant execute on function private.release_cast_files(uuid[]) to service_role;

-- Creates a member, or changes the one with this ID. Null keeps a value. p_voice_id replaces the voice if p_changes_voice is true;
-- the caller has checked the consent. A member that becomes a place or a style loses its voice. The lock processes one user's requests
-- one at a time, so that two of them can neither exceed p_max nor take the same name.
-- outcome: saved | too_many | exists | image_gone | not_character | not_found. Also returns member.
create function public.save_cast_member(
  p_user_id uuid, p_member_id uuid, p_kind text, p_name text, p_note text, p_images uuid[], p_max integer,
  p_changes_voice boolean default false, p_voice_id uuid default null)
returns jsonb language plpgsql set search_path = '' as $$
declare
  member private.cast_members;
  new_kind text;
  voice uuid;
  before uuid[];
  wanted uuid[] := coalesce(p_images, '{}') || array_remove(array[p_voice_id], null);
begin
  perform pg_advisory_xact_lock(hashtextextended('private.cast_members.user_id:' || p_user_id, 0));
  if exists (
    select from private.cast_members
    where user_id = p_user_id and lower(name) = lower(p_name) and id is distinct from p_member_id) then
    return jsonb_build_object('outcome', 'exists');
  end if;
  new_kind := coalesce(p_kind, (select kind from private.cast_members where id = p_member_id and user_id = p_user_id));
  if p_voice_id is not null and new_kind <> 'character' then
    return jsonb_build_object('outcome', 'not_character');
  end if;
  if p_member_id is not null then
    select * into member from private.cast_members where id = p_member_id and user_id = p_user_id for no key update;
    if not found then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif (select count(*) from private.cast_members where user_id = p_user_id) >= p_max then
    return jsonb_build_object('outcome', 'too_many');
  else
    insert into private.cast_members (user_id, kind, name, note, created_at)
    values (p_user_id, p_kind, p_name, p_note, private.clock()) returning * into member;
  end if;
  voice := case when new_kind <> 'character' then null when p_changes_voice then p_voice_id else member.voice_id end;
  before := array(select image_id from private.cast_images where member_id = member.id and p_images is not null)
    || array_remove(array[member.voice_id], voice);
  -- Locks old and new files together, because two steps could deadlock with a job that locks them all.
  perform from (select from private.files where id = any (before || wanted) order by id for no key update) as locked;
  if not private.lock_files(p_user_id, (
    select jsonb_agg(jsonb_build_object('id', id, 'role', role)) from (
      select id, null as role from unnest(p_images) as id
      union all select p_voice_id, 'voice' where p_voice_id is not null) as file)) then
    delete from private.cast_members where id = member.id and p_member_id is null;
    return jsonb_build_object('outcome', 'image_gone');
  end if;
  perform private.release_cast_files(before);
  -- A sweep that waits for the lock sees the new time, and deletes nothing.
  update private.files set used_at = private.clock() where id = any (wanted);
  if p_images is not null then
    delete from private.cast_images where member_id = member.id;
    insert into private.cast_images (member_id, position, image_id)
    select member.id, place, id from unnest(p_images) with ordinality as image (id, place);
  end if;
  update private.cast_members
  set kind = new_kind, name = coalesce(p_name, name), note = coalesce(p_note, note), voice_id = voice,
    voice_consented_at = case when voice is null then null when p_changes_voice then private.clock() else voice_consented_at end
  where id = member.id returning * into member;
  return jsonb_build_object('outcome', 'saved', 'member', private.cast_member_record(member));
end $$;
revoke execute on function public.save_cast_member(uuid, uuid, text, text, text, uuid[], integer, boolean, uuid)
  from public, anon, authenticated;
grant execute on function public.save_cast_member(uuid, uuid, text, text, text, uuid[], integer, boolean, uuid) to service_role;

-- Deletes a member of its owner, and releases its images and its voice. The deletion changes rows of the jobs that use the member,
-- so it locks the member, then the images of those jobs too: delete_job locks them before the same rows. Returns false if the member
-- is unknown or belongs to another user.
create function public.delete_cast_member(p_member_id uuid, p_user_id uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  voice uuid;
begin
  select voice_id into voice from private.cast_members where id = p_member_id and user_id = p_user_id for update;
  if not found then
    return false;
  end if;
  perform private.release_cast_files(array(
    select image_id from private.cast_images where member_id = p_member_id
    union select file_id from private.job_files where member_id = p_member_id
    union select voice));
  delete from private.cast_members where id = p_member_id;
  return true;
end $$;
revoke execute on function public.delete_cast_member(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_cast_member(uuid, uuid) to service_role;
