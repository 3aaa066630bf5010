-- On hosted projects, pg_cron calls the sweep every minute through pg_net. Other databases have neither the extensions
-- nor Vault, and the local server uses a timer. `npm run deploy` stores the URL and the secret in Vault:
-- select vault.create_secret('https://<ref>.supabase.co/functions/v1/api/api/jobs/sweep', 'sweep_url');
-- select vault.create_secret('<SWEEP_SECRET>', 'sweep_secret');
do $$
begin
  create extension if not exists pg_cron with schema pg_catalog;
exception when others then
  raise notice 'pg_cron cannot be switched on here: %', sqlerrm;
end $$;

do $$
begin
  create extension if not exists pg_net with schema extensions;
exception when others then
  raise notice 'pg_net cannot be switched on here: %', sqlerrm;
end $$;

do $$
begin
  -- Checks functions with their arguments, because to_regproc returns null for an overloaded name, such as
  -- cron.schedule.
  if to_regprocedure('cron.schedule(text,text,text)') is null
    or to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    raise notice 'The sweep is not scheduled: it needs pg_cron, pg_net and Vault, or another timer.';
    return;
  end if;

  -- pg_net starts the call after the commit and may lose it. The next minute's run is the retry. The timeout is below a
  -- minute, so that runs don't accumulate. Without the two secrets, the function does nothing.
  create function private.call_sweep() returns void language sql security definer set search_path = '' as $call$
    select net.http_post(
      url := u.decrypted_secret,
      headers := jsonb_build_object('content-type', 'application/json', 'apikey', s.decrypted_secret),
      body := '{}'::jsonb,
      timeout_milliseconds := 55000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s
    where u.name = 'sweep_url' and s.name = 'sweep_secret'
  $call$;
  revoke execute on function private.call_sweep() from public;

  perform cron.schedule('soundreel-sweep', '* * * * *', 'select private.call_sweep()');
  -- pg_cron stores the record of every run forever.
  perform cron.schedule('soundreel-clear-runs', '7 3 * * *',
    $clear$delete from cron.job_run_details where end_time < now() - interval '7 days'$clear$);
end $$;
