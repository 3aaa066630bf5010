-- Fixed windows per key (a person, an address): counted in the database, because functions share no memory.
create table private.rate_limits (
  key text primary key check (char_length(key) <= 200),
  window_start timestamptz not null,
  used integer not null check (used > 0)
);
create index rate_limits_window_start_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;
grant select, insert, update, delete on private.rate_limits to service_role;

-- Counts one use of the key. Answers 0 when it is allowed, else the seconds until the next window.
create function public.take_rate(p_key text, p_limit integer, p_window_seconds integer, p_now timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  counted private.rate_limits;
  expired timestamptz := p_now - make_interval(secs => p_window_seconds);
begin
  insert into private.rate_limits as r (key, window_start, used) values (p_key, p_now, 1)
  on conflict (key) do update set
    used = case when r.window_start <= expired then 1 else least(r.used + 1, p_limit + 1) end,
    window_start = case when r.window_start <= expired then p_now else r.window_start end
  returning * into counted;
  if counted.used <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_start - p_now) + p_window_seconds)::integer);
end $$;
revoke execute on function public.take_rate(text, integer, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.take_rate(text, integer, integer, timestamptz) to service_role;

-- Windows that ended a day ago say nothing any more: the sweep drops them.
create function public.forget_rates(p_now timestamptz) returns void language sql set search_path = '' as $$
  delete from private.rate_limits where window_start < p_now - interval '1 day'
$$;
revoke execute on function public.forget_rates(timestamptz) from public, anon, authenticated;
grant execute on function public.forget_rates(timestamptz) to service_role;
