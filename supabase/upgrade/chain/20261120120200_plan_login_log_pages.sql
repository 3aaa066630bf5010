-- The same page, planned once for everybody's records, however many there are, and anew for each e-mail: one person's
-- records and those of half the world want different indexes.
create or replace function public.list_login_logs(p_email text, p_from date, p_to date, p_page integer, p_page_size integer)
returns jsonb language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  -- Index bounds: a day begins at midnight UTC.
  since timestamptz := coalesce(p_from::timestamp at time zone 'utc', '-infinity');
  until timestamptz := coalesce((p_to + 1)::timestamp at time zone 'utc', 'infinity');
  people uuid[];
  total bigint;
  page bigint;
  ids uuid[];
  logs jsonb;
begin
  if p_email <> '' then
    select coalesce(array_agg(u.id), '{}') into people from public.users u where position(lower(p_email) in lower(u.email)) > 0;
    execute 'select count(*) from public.login_logs where user_id = any ($1) and login_time >= $2 and login_time < $3'
      into total using people, since, until;
  else
    select coalesce(sum(d.records), 0) into total from private.login_log_days d
    where d.day >= coalesce(p_from, '-infinity') and d.day <= coalesce(p_to, 'infinity');
  end if;
  page := least(p_page, greatest(1, ceil(total::numeric / p_page_size)));
  if p_email <> '' then
    execute 'select array_agg(r.id) from (
        select id from public.login_logs where user_id = any ($1) and login_time >= $2 and login_time < $3
        order by login_time desc, id limit $4 offset $5) r'
      into ids using people, since, until, p_page_size, (page - 1) * p_page_size;
  else
    -- From the index alone: a page far back passes over a million entries of it, and over no row.
    select array_agg(r.id) into ids from (
      select id from public.login_logs where login_time >= since and login_time < until
      order by login_time desc, id limit p_page_size offset (page - 1) * p_page_size) r;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'email', coalesce(u.email, ''), 'name', coalesce(u.name, ''), 'picture', coalesce(u.avatar_url, ''),
      'timestamp', to_char(l.login_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ipAddress', l.ip_address, 'userAgent', l.user_agent) order by l.login_time desc, l.id), '[]') into logs
  from public.login_logs l left join public.users u on u.id = l.user_id where l.id = any (ids);
  return jsonb_build_object('total', total, 'page', page, 'logs', logs);
end $$;
