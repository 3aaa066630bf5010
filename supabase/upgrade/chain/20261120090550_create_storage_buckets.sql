-- Our own copy of every finished video and of every uploaded picture. Private, and without any policy: browsers get
-- signed addresses from the API, which checks the owner. A PostgreSQL without Supabase Storage has no buckets to make.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('videos', 'videos', false, 209715200, array['video/mp4']),
      ('pictures', 'pictures', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
    on conflict (id) do nothing;
  end if;
end $$;
