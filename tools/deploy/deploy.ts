// Implements `npm run deploy`. It updates a Supabase project to this code, step by step, and builds the pages into
// dist/. You can repeat it. `--dry-run` only prints what would change. `--yes` skips the confirmation. `--settings FILE` and
// `--out FOLDER` replace .env.production and dist. With `--skip-build`, a host builds the pages.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeFunctionBundle } from '../../vite/function-bundle.ts'
import { setSettings } from '../project/env-file.ts'
import { type Deployment, isRemote, makeMissing, readDeployment } from '../project/settings.ts'
import { DeployError, runSupabase, runSupabaseWithFile } from '../project/supabase.ts'
import { buildScheduleRepair, describeScheduleFaults } from '../project/sweep-schedule.ts'
import { confirm } from './confirm.ts'
import { checkConnection, comparePush, describePush, pushMigrations } from './migrations.ts'
import { checkCatalogue, checkFunction } from './preflight.ts'
import { readDatabase } from './read-database.ts'
import { compareSecrets, removeSecrets, setSecrets } from './secrets.ts'
import { sweepSecretsSql } from './sweep-secrets.ts'
import { waitForFunction } from './wait-for-function.ts'

const HEALTH_TIMEOUT_MS = 10_000

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

interface ReadSettings {
  deployment: Deployment
  /** The names of the generated settings, which the file doesn't have yet. */
  generated: string[]
  /** Writes the generated settings into the file. */
  save(): void
}

async function readSettings(file: string): Promise<ReadSettings> {
  if (!existsSync(file)) throw new DeployError(`File not found: ${file}. Create it as docs/deploy.md describes.`)
  const text = readFileSync(file, 'utf8')
  const given = readDeployment(text)
  if ('faults' in given) throw new DeployError(given.faults.join('\n'))
  const { made, password } = await makeMissing(text)
  const complete = setSettings(text, made)
  return {
    deployment: readDeployment(complete) as Deployment,
    generated: Object.keys(made),
    save() {
      writeFileSync(file, complete, { mode: 0o600 })
      if (password) console.log(`  The administrator's password is ${password}. It will not be shown again.`)
    },
  }
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
  if ((await findScheduleFaults(deployment)).length === 0) return
  await runSupabaseWithFile(deployment, ['db', 'query', isRemote(deployment)], '--file', buildScheduleRepair())
  if ((await findScheduleFaults(deployment)).length === 0) return
  throw new DeployError(
    'The sweep could not be scheduled. Turn on pg_cron, pg_net, and Vault (Database, Extensions), then deploy again.',
  )
}

const findScheduleFaults = async (deployment: Deployment) =>
  describeScheduleFaults((await readDatabase(deployment)).schedule)

async function deploy(): Promise<void> {
  const options = readOptions()
  const dryRun = options['dry-run']
  if (!dryRun && !options.yes && !process.stdin.isTTY) {
    throw new DeployError('Not an interactive terminal. Run it in a terminal, or pass --yes.')
  }
  refuseCatalogueFaults()
  const { deployment, generated, save } = await readSettings(options.settings)
  const name = await checkProject(deployment)
  const [bundle, { migrations, scheduleFaults, prices }, secrets, deployed] = await Promise.all([
    checkFunction(deployment),
    compareDatabase(deployment),
    compareSecrets(deployment),
    readDeployedVersion(deployment),
  ])
  const { apiUrl, functionSecrets } = deployment

  const steps: Step[] = [
    ...when(generated.length > 0, [`generate ${generated.join(', ')} in ${options.settings}`, async () => save()]),
    ...when(migrations.pending.length > 0, ['push migrations', () => pushMigrations(deployment)]),
    ...when(scheduleFaults.length > 0, [
      `schedule the sweep. ${scheduleFaults.join(' ')}`,
      () => ensureSchedule(deployment),
    ]),
    // Removed settings go first, because a new key must not be sent to an old URL.
    ...when(secrets.removed.length > 0, [
      `remove ${secrets.removed.join(', ')} from the function, because the settings no longer name it`,
      () => removeSecrets(deployment, secrets.removed),
    ]),
    [`set ${secrets.described.join(', ')} for the function`, () => setSecrets(deployment)],
    [
      `deploy the function, version ${bundle.version}${describeReplaced(bundle.version, deployed)}`,
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
          sweepSecretsSql(`${apiUrl}/api/jobs/sweep`, functionSecrets.SWEEP_SECRET ?? ''),
        ),
    ],
    [
      `wait until ${apiUrl}/health reports version ${bundle.version} and these settings`,
      () => waitForFunction(deployment, bundle.version),
    ],
    ...when(!options['skip-build'], [
      `build the pages into ${options.out}/${hasFiles(options.out) ? ', and delete the files that are in it now' : ''}`,
      async () => build(deployment, options.out),
    ]),
  ]

  console.log([describePush(migrations), ...prices].join('\n'))
  if (deployment.unknown.length > 0) console.log(describeUnknown(deployment.unknown, migrations.ahead.length > 0))
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

async function compareDatabase(deployment: Deployment) {
  // This file imports the catalogue, so with a syntax error its import would fail.
  const { describePriceChanges } = await import('./prices.ts')
  const [state] = await Promise.all([readDatabase(deployment), checkConnection(deployment)])
  const migrations = comparePush(state.migrations)
  // Older code must not schedule its own version of the sweep.
  const isAhead = migrations.ahead.length > 0
  return {
    migrations,
    scheduleFaults: isAhead ? [] : describeScheduleFaults(state.schedule),
    prices: describePriceChanges(state.prices),
  }
}

/** Returns the version of the function that answers now, or null if none does. */
async function readDeployedVersion({ apiUrl }: Deployment): Promise<string | null> {
  const answer = await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    .then((response) => response.json() as Promise<{ version?: string }>)
    .catch(() => null)
  return answer?.version ?? null
}

function describeReplaced(version: string, deployed: string | null): string {
  if (!deployed) return ''
  return deployed === version ? ', which it has already' : `, in place of version ${deployed}`
}

function describeUnknown(names: readonly string[], isAhead: boolean): string {
  const ignored = `Unknown settings, ignored: ${names.join(', ')}.`
  return isAhead
    ? `${ignored} This code is older than the database, and may lack a setting that newer code has.`
    : ignored
}

const hasFiles = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0

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
