-- How long records are kept (docs/settings.md has the table). Nothing here is a user's own work, and ledger entries are never deleted.

create index admin_addresses_right_at_idx on private.admin_addresses (right_at);

-- Deletes login records of 400 days ago, at most p_limit of one day (UTC), and returns how many. The number of a day's records is locked
-- with them: whoever locks two days could wait in a circle with an account that is deleted.
create function private.forget_login_records(p_limit integer) returns integer
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.login_logs where id = any (array(
      select id from public.login_logs where login_time < private.clock() - interval '400 days'
        and login_time < (select date_trunc('day', min(login_time), 'utc') + interval '24 hours' from public.login_logs)
      order by login_time limit p_limit for update skip locked)) returning 1
  )
  select count(*)::integer from gone
$$;
revoke execute on function private.forget_login_records(integer) from public;
grant execute on function private.forget_login_records(integer) to service_role;

-- Deletes what is too old, at most p_limit rows of each kind, and returns how many in all: call it again until that is 0. Rows that
-- somebody uses are left to the next call, so that this waits for nobody. A link that was reported waits for the administrator.
create function public.forget_old(p_limit integer) returns integer language sql set search_path = '' as $$
  with rates as (
    delete from private.rate_limits where key = any (array(
      select key from private.rate_limits where window_start < private.clock() - interval '1 day'
      order by window_start limit p_limit for update skip locked)) returning 1
  ), costs as (
    update private.provider_tasks set cost = null, cost_unit = null, costed_at = null where job_id = any (array(
      select job_id from private.provider_tasks where costed_at < private.clock() - interval '400 days'
      order by costed_at limit p_limit for no key update skip locked)) returning 1
  ), messages as (
    delete from private.webhook_deliveries where id = any (array(
      select id from private.webhook_deliveries where due_at is null and created_at < private.clock() - interval '30 days'
      order by created_at limit p_limit for update skip locked)) returning 1
  ), links as (
    delete from private.shares where id = any (array(
      select id from private.shares s where expires_at < private.clock() - interval '30 days'
        and not exists (select from private.share_reports r where r.share_id = s.id)
      order by expires_at limit p_limit for update skip locked)) returning 1
  ), tries as (
    delete from private.admin_tries where key = any (array(
      select key from private.admin_tries where tried_at < private.clock() - interval '1 day'
      order by tried_at limit p_limit for update skip locked)) returning 1
  ), addresses as (
    delete from private.admin_addresses where ctid = any (array(
      select ctid from private.admin_addresses where right_at < private.clock() - interval '30 days'
      order by right_at limit p_limit for update skip locked)) returning 1
  )
  select ((select count(*) from rates) + (select count(*) from costs) + (select count(*) from messages) + (select count(*) from links)
    + (select count(*) from tries) + (select count(*) from addresses))::integer + private.forget_login_records(p_limit)
$$;
revoke execute on function public.forget_old(integer) from public, anon, authenticated;
grant execute on function public.forget_old(integer) to service_role;

-- forget_old as the function of the release before calls it, by three names.
drop function public.forget_rates();
create function public.forget_rates() returns void language sql set search_path = '' as $$
  select public.forget_old(1000)
$$;
revoke execute on function public.forget_rates() from public, anon, authenticated;
grant execute on function public.forget_rates() to service_role;
drop function public.forget_shares(integer);
create function public.forget_shares(p_limit integer) returns void language sql set search_path = '' as $$
  select public.forget_old(p_limit)
$$;
revoke execute on function public.forget_shares(integer) from public, anon, authenticated;
grant execute on function public.forget_shares(integer) to service_role;
drop function public.forget_webhook_deliveries(integer);
create function public.forget_webhook_deliveries(p_limit integer) returns void language sql set search_path = '' as $$
  select public.forget_old(p_limit)
$$;
revoke execute on function public.forget_webhook_deliveries(integer) from public, anon, authenticated;
grant execute on function public.forget_webhook_deliveries(integer) to service_role;
