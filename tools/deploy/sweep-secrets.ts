/** Returns SQL that stores the sweep's URL and secret in Vault, for pg_cron. You can run the SQL repeatedly. */
export function sweepSecretsSql(url: string, secret: string): string {
  const set = (name: string, value: string) => `
  if exists (select 1 from vault.secrets where name = '${name}') then
    perform vault.update_secret(id, ${toLiteral(value)}) from vault.secrets where name = '${name}';
  else
    perform vault.create_secret(${toLiteral(value)}, '${name}');
  end if;`
  return `do $deploy$ begin${set('sweep_url', url)}${set('sweep_secret', secret)}\nend $deploy$;\n`
}

function toLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
