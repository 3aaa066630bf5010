// Implements `npm run deploy`. It updates a Supabase project to this code, step by step, and builds the pages into
// dist/. You can repeat it. `--dry-run` only prints the steps. `--yes` skips the confirmation. `--settings FILE` and
// `--out FOLDER` replace .env.production and dist. With `--skip-build`, a host builds the pages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeFunctionBundle } from '../../vite/function-bundle.ts'
import { setSettings } from '../project/env-file.ts'
import { type Deployment, isRemote, makeMissing, readDeployment } from '../project/settings.ts'
import { DeployError, runSupabase, runSupabaseWithFile } from '../project/supabase.ts'
import {
  buildScheduleRepair,
  describeScheduleFaults,
  SCHEDULE_SQL,
  type ScheduledJob,
} from '../project/sweep-schedule.ts'
import { confirm } from './confirm.ts'
import { describePush, pushMigrations, readMigrations } from './migrations.ts'
import { checkCatalogue, checkFunction } from './preflight.ts'
import { findRemovedSettings, removeSecrets, setSecrets } from './secrets.ts'
import { sweepSecretsSql } from './sweep-secrets.ts'
import { waitForFunction } from './wait-for-function.ts'

function readOptions() {
  try {
    return parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        'skip-build': { type: 'boolean', default: false },
        settings: { type: 'string', default: '.env.production' },
        out: { type: 'string', default: 'dist' },
      },
    }).values
  } catch {
    throw new DeployError(
      'Usage: npm run deploy -- [--dry-run] [--yes] [--skip-build] [--settings FILE] [--out FOLDER]',
    )
  }
}

function refuseCatalogueFaults(): void {
  try {
    checkCatalogue()
  } catch (error) {
    throw new DeployError(`Nothing was changed. ${(error as Error).message}.`)
  }
}

async function readSettings(file: string, dryRun: boolean): Promise<Deployment> {
  if (!existsSync(file)) throw new DeployError(`File not found: ${file}. Create it as docs/deploy.md describes.`)
  let text = readFileSync(file, 'utf8')
  const first = readDeployment(text)
  if ('faults' in first) throw new DeployError(first.faults.join('\n'))
  const { made, password } = await makeMissing(text)
  text = setSettings(text, made)
  if (Object.keys(made).length > 0) {
    console.log(`${dryRun ? 'Would generate' : 'Generated'} ${Object.keys(made).join(', ')} in ${file}.`)
    if (!dryRun) {
      writeFileSync(file, text, { mode: 0o600 })
      if (password) console.log(`The administrator's password is ${password}. It will not be shown again.`)
    }
  }
  return readDeployment(text) as Deployment
}

async function checkProject(deployment: Deployment): Promise<string> {
  const { answer } = await runSupabase(deployment, ['projects', 'list', '--output-format', 'json'])
  const projects = JSON.parse(answer).projects as { ref: string; name: string; status: string }[]
  const project = projects.find(({ ref }) => ref === deployment.ref)
  if (!project)
    throw new DeployError(`This Supabase account has no project ${deployment.ref}. Check SUPABASE_PROJECT_REF.`)
  if (project.status !== 'ACTIVE_HEALTHY') {
    throw new DeployError(
      `The project is ${project.status}. Restore it at https://supabase.com/dashboard/project/${deployment.ref}, and deploy when it is healthy.`,
    )
  }
  return project.name
}

/** Schedules the sweep. The migration schedules it only if the extensions are on, and the schedule can be changed by hand. */
async function ensureSchedule(deployment: Deployment): Promise<void> {
  const faults = await findScheduleFaults(deployment)
  if (faults.length === 0) return
  for (const fault of faults) console.log(`  ${fault}`)
  await runSupabaseWithFile(deployment, ['db', 'query', isRemote(deployment)], '--file', buildScheduleRepair())
  if ((await findScheduleFaults(deployment)).length === 0) return
  throw new DeployError(
    'The sweep could not be scheduled. Turn on pg_cron, pg_net, and Vault (Database, Extensions), then deploy again.',
  )
}

async function findScheduleFaults(deployment: Deployment): Promise<string[]> {
  const read = async <Row>(sql: string) => {
    const query = ['db', 'query', sql, '--read-only', '--output', 'json', isRemote(deployment)]
    return JSON.parse((await runSupabase(deployment, query)).answer) as Row[]
  }
  // Without pg_cron, a query that names the table fails.
  const [found] = await read<{ tables: number }>(`select count(to_regclass('cron.job'))::int as tables`)
  return describeScheduleFaults(found?.tables === 1 ? await read<ScheduledJob>(SCHEDULE_SQL) : [])
}

async function deploy(): Promise<void> {
  const options = readOptions()
  const dryRun = options['dry-run']
  if (!dryRun && !options.yes && !process.stdin.isTTY) {
    throw new DeployError('Not an interactive terminal. Run it in a terminal, or pass --yes.')
  }
  refuseCatalogueFaults()
  // This file imports the catalogue, so with a syntax error its import would fail.
  const { checkPrices } = await import('./prices.ts')
  const deployment = await readSettings(options.settings, dryRun)
  const name = await checkProject(deployment)
  const [bundle, migrations, leftOver] = await Promise.all([
    checkFunction(deployment),
    readMigrations(deployment),
    findRemovedSettings(deployment),
    checkPrices(deployment),
  ])
  const { functionSecrets } = deployment

  const isAhead = migrations.ahead.length > 0
  const steps: Step[] = [
    ...when(!isAhead, ['push migrations', () => pushMigrations(deployment)]),
    // Older code must not schedule its own version of the sweep.
    ...when(!isAhead, ['schedule the sweep', () => ensureSchedule(deployment)]),
    // Removed settings go first, because a new key must not be sent to an old URL.
    ...when(leftOver.length > 0, [
      `remove ${leftOver.join(', ')} from the function, because the settings no longer name it`,
      () => removeSecrets(deployment, leftOver),
    ]),
    [`set ${Object.keys(functionSecrets).join(', ')} for the function`, () => setSecrets(deployment)],
    [
      'deploy the function',
      async () => {
        await writeFunctionBundle(bundle)
        await runSupabase(deployment, ['functions', 'deploy', 'api', '--use-api', isRemote(deployment)])
      },
    ],
    [
      "store the sweep's address and secret",
      () =>
        runSupabaseWithFile(
          deployment,
          ['db', 'query', isRemote(deployment)],
          '--file',
          sweepSecretsSql(`${deployment.apiUrl}/api/jobs/sweep`, functionSecrets.SWEEP_SECRET ?? ''),
        ),
    ],
    [
      `wait until ${deployment.apiUrl}/health reports version ${bundle.version} and these settings`,
      () => waitForFunction(deployment, bundle.version),
    ],
    ...when(!options['skip-build'], [
      `build the pages into ${options.out}/`,
      async () => build(deployment, options.out),
    ]),
  ]

  console.log(describePush(migrations))
  if (deployment.unknown.length > 0) console.log(`Unknown settings, ignored: ${deployment.unknown.join(', ')}.`)
  if (dryRun) {
    console.log(`Would deploy to ${name} (${deployment.ref}):`)
    for (const [does] of steps) console.log(`- ${does}`)
    return
  }
  if (!options.yes) await confirm(`Deploy to ${name} (${deployment.ref})? Migrations can't be undone.`)
  for (const [index, [does, run]] of steps.entries()) {
    console.log(`${index + 1}/${steps.length} ${does}`)
    await run()
  }
  const pages = options['skip-build'] ? 'the pages' : `${options.out}/`
  console.log(`Deployed. Now publish ${pages} on your static host, then run \`npm run doctor\`.`)
}

type Step = [does: string, run: () => Promise<unknown>]
const when = (isNeeded: boolean, step: Step) => (isNeeded ? [step] : [])

function build({ pageSettings }: Deployment, folder: string): void {
  const { status } = spawnSync(
    'node_modules/.bin/vite',
    ['build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    {
      env: { ...process.env, ...pageSettings },
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new DeployError("The pages weren't built. See the errors above.")
}

try {
  await deploy()
} catch (error) {
  if (!(error instanceof DeployError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
