-- Where pg_cron and pg_net can be had but nobody had switched them on, the schedule was passed over, and credits that nobody
-- watches would never come back. This switches them on, where the project has them, and schedules the sweep as before.
do $$
begin
  create extension if not exists pg_cron with schema pg_catalog;
  create extension if not exists pg_net with schema extensions;
exception when others then
  raise notice 'pg_cron or pg_net cannot be switched on here: %', sqlerrm;
end $$;

do $$
begin
  if to_regproc('cron.schedule') is null or to_regproc('net.http_post') is null
    or to_regclass('vault.decrypted_secrets') is null then
    raise notice 'The sweep is not scheduled: it needs pg_cron, pg_net and Vault, or another timer.';
    return;
  end if;

  -- pg_net starts the call after commit and may lose it: the next minute's run is the retry. The limit is below a minute,
  -- so that runs do not pile up. Without the two secrets it does nothing.
  create or replace function private.call_sweep() returns void language sql security definer set search_path = '' as $call$
    select net.http_post(
      url := u.decrypted_secret,
      headers := jsonb_build_object('content-type', 'application/json', 'apikey', s.decrypted_secret),
      body := '{}'::jsonb,
      timeout_milliseconds := 55000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s
    where u.name = 'sweep_url' and s.name = 'sweep_secret'
  $call$;
  revoke execute on function private.call_sweep() from public;

  -- A schedule of the same name is replaced.
  perform cron.schedule('soundreel-sweep', '* * * * *', 'select private.call_sweep()');
  -- pg_cron keeps the record of every run for ever.
  perform cron.schedule('soundreel-forget-runs', '7 3 * * *',
    $forget$delete from cron.job_run_details where end_time < now() - interval '7 days'$forget$);
end $$;
