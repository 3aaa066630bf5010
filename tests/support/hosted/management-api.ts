// Simulates the calls of Supabase's management API that a deployment needs. It listens on loopback, runs statements on
// a real database, and stores uploads and secrets. A profile file (SUPABASE_PROFILE) directs the CLI to it.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeSettings, parseEnv } from '../../../supabase/functions/api/env.ts'
import type { Sql } from '../../harness/sql.ts'

export const PROJECT_REF = 'qwertyuiopasdfghjklz'
export const TOKEN = `sbp_${'0123456789'.repeat(4)}`

export async function startManagementApi(sql: Sql, folder: string) {
  const state = {
    status: 'ACTIVE_HEALTHY',
    secrets: {} as Record<string, string>,
    uploads: [] as { metadata: Record<string, unknown>; files: Record<string, string> }[],
    /** The age of the last sweep, as /health reports it. */
    secondsSinceSweep: null as number | null,
    /** The method and path of every call. */
    calls: [] as string[],
    /** Runs while the CLI waits for the response to a call that changes something. */
    whileChanging: async () => {},
  }
  const project = () => ({
    id: PROJECT_REF,
    ref: PROJECT_REF,
    organization_id: 'o',
    organization_slug: 'o',
    name: 'studio',
    region: 'eu-west-1',
    created_at: '2026-01-01T00:00:00Z',
    status: state.status,
    database: { host: 'db.test', version: '15.1', postgres_engine: '15', release_channel: 'ga' },
  })
  const deployedVersion = () =>
    /\bVERSION = "(\w{12})"/.exec(state.uploads.at(-1)?.files['dist-function/index.js'] ?? '')?.[1]
  const app = new Hono()
    .use('/v1/*', async (c, next) => {
      if (c.req.header('authorization') !== `Bearer ${TOKEN}`) return c.json({ message: 'Unauthorized' }, 401)
      const isRead = c.req.path.endsWith('/database/query') && (await c.req.json()).read_only === true
      state.calls.push(`${isRead ? 'READ' : c.req.method} ${c.req.path}`)
      if (!isRead && c.req.method !== 'GET') await state.whileChanging()
      return next()
    })
    .get('/v1/projects', (c) => c.json([project()]))
    .get(`/v1/projects/${PROJECT_REF}`, (c) => c.json(project()))
    .post(`/v1/projects/${PROJECT_REF}/secrets`, async (c) => {
      for (const { name, value } of await c.req.json()) state.secrets[name] = value
      return c.body(null, 201)
    })
    .get(`/v1/projects/${PROJECT_REF}/secrets`, (c) =>
      c.json(
        Object.entries(state.secrets).map(([name, value]) => ({
          name,
          value: createHash('sha256').update(value).digest('hex'),
          updated_at: '2026-01-01T00:00:00Z',
        })),
      ),
    )
    .delete(`/v1/projects/${PROJECT_REF}/secrets`, async (c) => {
      for (const name of await c.req.json()) delete state.secrets[name]
      return c.body(null, 200)
    })
    .post(`/v1/projects/${PROJECT_REF}/database/query`, async (c) => c.json(await sql((await c.req.json()).query), 201))
    .post(`/v1/projects/${PROJECT_REF}/database/query/read-only`, async (c) =>
      c.json(await sql((await c.req.json()).query), 201),
    )
    .post(`/v1/projects/${PROJECT_REF}/functions/deploy`, async (c) => {
      const form = await c.req.formData()
      const files: Record<string, string> = {}
      for (const file of form.getAll('file')) if (file instanceof File) files[file.name] = await file.text()
      state.uploads.push({ metadata: JSON.parse(String(form.get('metadata'))), files })
      return c.json(
        { id: 'f', slug: 'api', name: 'api', status: 'ACTIVE', version: state.uploads.length, verify_jwt: false },
        201,
      )
    })
    .get('/functions/v1/api/health', (c) => {
      const sweep = { secondsSinceLast: state.secondsSinceSweep, backlog: 0 }
      const { SWEEP_SECRET } = state.secrets
      const isKnown = SWEEP_SECRET !== undefined && c.req.header('apikey') === SWEEP_SECRET
      const platform = { SUPABASE_URL: `https://${PROJECT_REF}.supabase.co`, SUPABASE_SECRET_KEY: '-' }
      const settings = isKnown ? { settings: describeSettings(parseEnv({ ...state.secrets, ...platform })) } : {}
      return c.json({ success: true, status: 'ok', version: deployedVersion(), sweep, ...settings })
    })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((listening) => server.once('listening', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const profile = join(folder, 'profile.yaml')
  await writeFile(profile, `name: test\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: 127.0.0.1\n`)
  return { state, url, profile, close: () => server.close() }
}
