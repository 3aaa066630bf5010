-- Our own copy of every finished video and of every uploaded image. Private, and without any policy: browsers get signed addresses
-- from the API, which checks the owner. Images are stored for a provider to fetch, and providers document JPEG and PNG only: the
-- browser turns all else into JPEG. Their bucket is called pictures: renaming a bucket moves every object in it. A PostgreSQL
-- without Supabase Storage has no buckets to make.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('videos', 'videos', false, 209715200, array['video/mp4']),
      ('pictures', 'pictures', false, 10485760, array['image/jpeg', 'image/png'])
    on conflict (id) do nothing;
  end if;
end $$;
