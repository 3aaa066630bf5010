-- Login records as administrators read them: through the API alone, a page at a time, newest first.

-- How many records each day (UTC) has: what a page says of the whole, without counting a million rows.
create table private.login_log_days (
  day date primary key,
  records integer not null check (records >= 0)
);
alter table private.login_log_days enable row level security;
grant select on private.login_log_days to service_role;

-- Keeps the count with every record, in its transaction.
create function private.count_login_log() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.login_log_days set records = records - 1 where day = (old.login_time at time zone 'utc')::date;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.login_log_days as d (day, records) values ((new.login_time at time zone 'utc')::date, 1)
    on conflict (day) do update set records = d.records + 1;
  end if;
  return null;
end $$;
revoke execute on function private.count_login_log() from public;

-- One block is one transaction wherever it runs: no record falls between the count and the trigger. (A bare `lock table`
-- is refused by the Supabase CLI, which runs migrations outside transaction blocks.)
do $$
begin
  lock table public.login_logs in share row exclusive mode;
  insert into private.login_log_days (day, records)
  select (login_time at time zone 'utc')::date, count(*) from public.login_logs group by 1;
  create trigger login_logs_count after insert or delete or update of login_time on public.login_logs
    for each row execute function private.count_login_log();
end $$;

-- One page of login records of people whose e-mail contains p_email (empty: of all), from p_from to p_to (days, UTC, both
-- included; null: without end). A page beyond the last one is the last one. Answers total, page and logs.
create function public.list_login_logs(p_email text, p_from date, p_to date, p_page integer, p_page_size integer)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  -- Index bounds: a day begins at midnight UTC.
  since timestamptz := coalesce(p_from::timestamp at time zone 'utc', '-infinity');
  until timestamptz := coalesce((p_to + 1)::timestamp at time zone 'utc', 'infinity');
  people uuid[];
  total bigint;
  page bigint;
  logs jsonb;
begin
  if p_email <> '' then
    select coalesce(array_agg(u.id), '{}') into people from public.users u where position(lower(p_email) in lower(u.email)) > 0;
    select count(*) into total from public.login_logs l
    where l.user_id = any (people) and l.login_time >= since and l.login_time < until;
  else
    select coalesce(sum(d.records), 0) into total from private.login_log_days d
    where d.day >= coalesce(p_from, '-infinity') and d.day <= coalesce(p_to, 'infinity');
  end if;
  page := least(p_page, greatest(1, ceil(total::numeric / p_page_size)));
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'email', coalesce(u.email, ''), 'name', coalesce(u.name, ''), 'picture', coalesce(u.avatar_url, ''),
      'timestamp', to_char(l.login_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ipAddress', l.ip_address, 'userAgent', l.user_agent) order by l.login_time desc, l.id), '[]') into logs
  from (
    select * from public.login_logs r
    where (people is null or r.user_id = any (people)) and r.login_time >= since and r.login_time < until
    order by r.login_time desc, r.id limit p_page_size offset (page - 1) * p_page_size) l
  left join public.users u on u.id = l.user_id;
  return jsonb_build_object('total', total, 'page', page, 'logs', logs);
end $$;
revoke execute on function public.list_login_logs(text, date, date, integer, integer) from public, anon, authenticated;
grant execute on function public.list_login_logs(text, date, date, integer, integer) to service_role;
