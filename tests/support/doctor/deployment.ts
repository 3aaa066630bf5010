// Runs a deployment inside this process: our own API on the embedded Supabase. Stand-ins return the responses of the
// hosted parts (auth server, Google, management API, provider). ask.test.ts tests the doctor's calls over real HTTP.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { LOCAL_SEED_SQL, openSupabase } from '../../../local/backend/supabase.ts'
import { createApi } from '../../../supabase/functions/api/app.ts'
import { readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import type { Context } from '../../../tools/doctor/checks/check.ts'
import type { Settings } from '../../../tools/doctor/checks/settings.ts'
import { collectFunctionSettings } from '../../../tools/project/settings.ts'
import { SWEEP_MIGRATION } from '../../../tools/project/sweep-schedule.ts'
import { createUser, getPglite, KEYS, readDatabaseCopy, signToken } from '../../harness/database.ts'
import { createAuthServer } from './auth-server.ts'
import { createGoogle, createManagementApi, createPollo } from './outside.ts'
import { createSite } from './site.ts'

export const SITE = 'https://studio.test'
export const PROJECT = 'https://project.test'
const { prices: PRICES } = readCatalogue(MODELS)
/** The version of the deployed function and of this code. */
export const VERSION = '0123456789ab'
const FUNCTION = '/functions/v1/api'
const SWEEP_INTERVAL_MS = 60_000
const ISSUER = 'https://project.supabase.co/auth/v1'

export const SECRETS = {
  SUPABASE_SECRET_KEY: KEYS.secretKey,
  SWEEP_SECRET: 'a-sweep-secret-of-more-than-thirty-two-characters',
  VIDEO_API_KEY: 'pollo_key_of_the_deployment',
  VIDEO_API_SECRET: 'secret_of_the_deployment',
  ADMIN_JWT_SECRET: 'an-admin-secret-of-more-than-thirty-two-characters',
  SUPABASE_DB_PASSWORD: 'password-of-the-database',
  SUPABASE_ACCESS_TOKEN: 'sbp_token_of_the_deployment',
  ALERT_WEBHOOK_URL: 'https://alerts.test/hooks/of-the-operator',
}
const PUBLIC = {
  SUPABASE_PROJECT_REF: 'project',
  VITE_SITE_URL: SITE,
  VITE_SUPABASE_URL: PROJECT,
  VITE_SUPABASE_ANON_KEY: KEYS.publishableKey,
  VITE_API_URL: `${PROJECT}${FUNCTION}`,
}

/** A change to a deployment without faults. */
export interface DeploymentFault {
  /** Additional settings of the function. */
  api?: Record<string, string>
  /** Whether the function has the settings that `npm run deploy` derives from the doctor's settings. */
  deployed?: boolean
  /** Additional settings that the doctor reads. '' removes a setting. */
  settings?: Partial<Record<keyof Settings, string>>
  /** Additional settings of the auth server. */
  auth?: Partial<Parameters<typeof createAuthServer>[0]>
  /** The redirect URL that is registered at Google. */
  google?: string
  /** The version that GET /health returns. */
  version?: string
  /** A SQL statement, and the statement that undoes it. */
  sql?: [plant: string, undo: string]
  /** Replaces the response at a URL. Returns undefined to leave the response unchanged. */
  answer?: (url: URL, request: Request, pass: () => Promise<Response>) => Response | Promise<Response> | undefined
  /** Returns the time of the machine that runs the doctor. */
  now?: () => Date
}

export interface Deployment {
  /** Applies a fault. Returns the doctor's settings, and a fetch function that reaches this deployment at its URLs. */
  plant(plant: DeploymentFault): Promise<{ settings: Settings; fetch: typeof globalThis.fetch; end(): Promise<void> }>
  /** Runs a query on the project's database. */
  sql: Context['sql']
  /** Runs statements that change the database. */
  exec(statements: string): Promise<unknown>
  /** Changes a fully migrated database in the same way as `npm run deploy`. */
  deployDatabase(): Promise<unknown>
  /** Returns a copy of the current database, to open another deployment with it. */
  copy(): Promise<Blob>
  close(): Promise<void>
}

export async function openDeployment(copy?: Blob): Promise<Deployment> {
  const storageDir = await mkdtemp(join(tmpdir(), 'soundreel-deployment-'))
  const databaseCopy = copy ?? (await readDatabaseCopy())
  const [supabase, adminHash] = await Promise.all([
    openSupabase({
      origin: PROJECT,
      storageDir,
      keys: KEYS,
      google: { clientId: 'unused', clientSecret: 'unused' },
      seedFile: LOCAL_SEED_SQL,
      ...(databaseCopy ? { databaseCopy } : {}),
    }),
    hashPassword('a password of this deployment'),
  ])
  if (!copy) await supabase.connection.driver.exec(hostedParts())
  // The local seed grants this permission at each start.
  await supabase.connection.driver.exec('revoke execute on function public.add_test_credits from service_role')
  const { id } = await createUser(supabase)
  const settings = {
    ...PUBLIC,
    ...SECRETS,
    ADMIN_PASSWORD_HASH: adminHash,
    SUPABASE_USER_TOKEN: await signToken({ sub: id, iss: ISSUER }),
  }

  /** The rows that the doctor has read since the last change of the database. */
  const rows = new Map<string, Promise<unknown[]>>()
  const sql: Context['sql'] = <Row>(statement: string) => {
    const read =
      rows.get(statement) ??
      supabase.connection.kysely.executeQuery<Row>(CompiledQuery.raw(statement)).then((answer) => answer.rows)
    rows.set(statement, read)
    return read as Promise<Row[]>
  }
  const exec = (statements: string) => {
    rows.clear()
    return supabase.connection.driver.exec(statements)
  }

  /**
   * The Data API's refusals by request. Each examination causes about thirty. They are the same unless a fault contains
   * a statement.
   */
  const answers = new Map<string, Promise<{ status: number; body: string }>>()
  async function remembered(name: string, ask: () => Promise<Response>): Promise<Response> {
    const known =
      answers.get(name) ?? ask().then(async (answer) => ({ status: answer.status, body: await answer.text() }))
    answers.set(name, known)
    const { status, body } = await known
    return new Response(body, { status })
  }

  let sweptAt = 0
  /** Sweeps once a minute, like the schedule of a deployment. */
  async function sweep(api: ReturnType<typeof createApi>) {
    if (Date.now() - sweptAt < SWEEP_INTERVAL_MS) return
    sweptAt = Date.now()
    await api.request('/api/jobs/sweep', { method: 'POST', headers: { apikey: SECRETS.SWEEP_SECRET } })
  }

  async function plant(planted: DeploymentFault) {
    const google = createGoogle(planted.google ?? `${PROJECT}/auth/v1/callback`)
    const auth = createAuthServer({
      site: SITE,
      project: PROJECT,
      allowed: [],
      external: { google: true },
      ...planted.auth,
    })
    const given = { ...settings, ...planted.settings }
    const api = createApi(
      {
        SUPABASE_URL: PROJECT,
        JWT_ISSUER: ISSUER,
        ALLOWED_ORIGINS: SITE,
        PUBLIC_API_URL: PUBLIC.VITE_API_URL,
        ...settings,
        ...(planted.deployed ? collectFunctionSettings(given) : {}),
        ...planted.api,
      },
      // The API's own calls stay inside the process, because each health check waits at most 3 s for each part.
      { fetch: (input, init) => supabase.fetch(new Request(input, init)), log: () => {} },
    )
    const management = createManagementApi(SECRETS.SUPABASE_ACCESS_TOKEN, sql)
    const pollo = createPollo(SECRETS.VIDEO_API_KEY)

    async function project(request: Request): Promise<Response> {
      const url = new URL(request.url)
      if (url.pathname.startsWith(FUNCTION)) {
        const inside = new URL(`http://function${url.pathname.slice(FUNCTION.length) || '/'}${url.search}`)
        const response = await api.fetch(new Request(inside, request))
        if (inside.pathname !== '/health') return response
        const body = (await response.json()) as Record<string, unknown>
        const version = planted.version ?? VERSION
        // An HTTP server always sends its time.
        response.headers.set('date', new Date().toUTCString())
        return Response.json({ ...body, version }, { status: response.status, headers: response.headers })
      }
      const key = request.headers.get('apikey')
      // The platform's gateway checks keys before any service does. A browser on its way to Google sends no key.
      if (key !== KEYS.publishableKey && key !== KEYS.secretKey && !/authorize|callback/.test(url.pathname))
        return Response.json({ message: 'Invalid API key', hint: 'Double check your API key.' }, { status: 401 })
      if (url.pathname.startsWith('/auth/v1/')) return auth(request)
      if (planted.sql || !url.pathname.startsWith('/rest/v1/')) return supabase.fetch(request)
      return remembered(`${url.href} ${key}`, () => supabase.fetch(request))
    }
    const hosts: Record<string, (request: Request) => Response | Promise<Response>> = {
      [SITE]: createSite(PUBLIC),
      [PROJECT]: project,
      'https://accounts.google.com': google,
      'https://api.supabase.com': management,
      'https://pollo.ai': pollo,
      'https://alerts.test': () => new Response('ok'),
    }
    const answer: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const pass = async () => (await hosts[url.origin]?.(request)) ?? new Response(null, { status: 502 })
      return (await planted.answer?.(url, request, pass)) ?? pass()
    }
    await sweep(api)
    if (planted.sql) await exec(planted.sql[0])
    return {
      settings: {
        VIDEO_PROVIDER: '',
        VIDEO_API_URL: '',
        SUPABASE_DB_URL: '',
        ...given,
        env: given,
      } as unknown as Settings,
      fetch: answer,
      async end() {
        if (planted.sql) await exec(planted.sql[1])
      },
    }
  }

  return {
    plant,
    sql,
    exec,
    deployDatabase: () =>
      exec(`update cron.job set active = true;
        update vault.secrets set secret = '${SECRETS.SWEEP_SECRET}' where name = 'sweep_secret'`),
    copy: () => getPglite(supabase).dumpDataDir('none') as Promise<Blob>,
    async close() {
      await supabase.close()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
}

/** Returns the parts that only a hosted database has: the scheduler, its HTTP client, and Vault. */
function hostedParts(): string {
  return `
    create role authenticator;
    create schema net;
    create schema cron;
    create table cron.job (jobid serial, jobname text, schedule text, command text, active boolean);
    insert into cron.job (jobname, schedule, command, active) values
      ('soundreel-sweep', '* * * * *', 'select private.call_sweep()', true), ('soundreel-clear-runs', '7 3 * * *', 'delete', true);
    -- The function names pg_net, which isn't here.
    set check_function_bodies = off;
    ${/create function private\.call_sweep.*?\$call\$;/s.exec(readFileSync(SWEEP_MIGRATION, 'utf8'))?.[0]}
    reset check_function_bodies;
    create schema vault;
    create table vault.secrets (name text, secret text);
    create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
    insert into vault.secrets values
      ('sweep_url', '${PROJECT}${FUNCTION}/api/jobs/sweep'), ('sweep_secret', '${SECRETS.SWEEP_SECRET}');
    -- As the first job writes them.
    select public.set_model_prices('${JSON.stringify(PRICES)}', ${MODELS.version});`
}
