-- Pictures are stored for a vendor to fetch, and vendors document JPEG and PNG only. The browser turns all else into JPEG.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    update storage.buckets set allowed_mime_types = array['image/jpeg', 'image/png'] where id = 'pictures';
  end if;
end $$;
