import { describeScheduleFaults, SCHEDULE_SQL, type ScheduledJob } from '../../../project/sweep-schedule.ts'
import type { Context, Problem } from '../check.ts'
import { getDashboardUrl, getDeployCommand } from '../settings.ts'

/** Checks the schedule of the sweep, and the address and secret in Vault that it uses. */
export async function checkSchedule({ settings, sql }: Context): Promise<Problem[]> {
  const [has] = await sql<{ cron: boolean; net: boolean; vault: boolean }>(
    `select to_regclass('cron.job') is not null as cron, to_regnamespace('net') is not null as net,
       to_regclass('vault.decrypted_secrets') is not null as vault`,
  )
  const missing = [...(has?.cron ? [] : ['pg_cron']), ...(has?.net ? [] : ['pg_net']), ...(has?.vault ? [] : ['Vault'])]
  if (missing.length > 0)
    return [
      {
        what: `The sweep can't be scheduled without ${missing.join(' and ')}.`,
        where: 'the database',
        fix: `Turn on ${missing.join(' and ')} at ${getDashboardUrl(settings, 'database/extensions')}, then ${getDeployCommand(settings)}`,
      },
    ]
  const fix = getDeployCommand(settings)
  const faults = describeScheduleFaults(await sql<ScheduledJob>(SCHEDULE_SQL))
  const secrets = await sql<{ name: string; value: string }>(
    `select name, decrypted_secret as value from vault.decrypted_secrets where name in ('sweep_url', 'sweep_secret')`,
  )
  const readStored = (name: string) => secrets.find((secret) => secret.name === name)?.value
  const listVaultSecrets = (name: string, what: string): Problem => ({ what, where: `${name} in Vault`, fix })
  const url = `${settings.VITE_API_URL}/api/jobs/sweep`
  const isWrongSecret = settings.SWEEP_SECRET !== '' && readStored('sweep_secret') !== settings.SWEEP_SECRET
  return [
    ...faults.map((what) => ({ what, where: 'cron.job', fix })),
    ...(readStored('sweep_url') === url
      ? []
      : [listVaultSecrets('sweep_url', "The schedule calls another address instead of this function's.")]),
    ...(readStored('sweep_secret') && !isWrongSecret
      ? []
      : [listVaultSecrets('sweep_secret', `The schedule's secret differs from SWEEP_SECRET in ${settings.file}.`)]),
  ]
}
