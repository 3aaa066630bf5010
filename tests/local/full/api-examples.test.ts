// Runs the examples of docs/api.md unchanged against an HTTP server.
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Server, startServer } from '../../harness/app-server.ts'
import { signToken } from '../../harness/database.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

vi.setConfig({ testTimeout: 120_000 })

/** The demo account of supabase/seed.sql. */
const DEMO = '00000000-0000-4000-8000-00000000de00'

let server: Server
let key: string
let token: string
beforeAll(async () => {
  // A lower frame rate makes drawing faster.
  server = await startServer({ env: { LOCAL_FRAME_RATE: '6' } })
  const { jwtSecret } = JSON.parse(await readFile(join(server.dataDir, 'keys.json'), 'utf8')) as { jwtSecret: string }
  token = await signToken({ sub: DEMO }, jwtSecret)
  const response = await fetch(`${server.url}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Examples', scope: 'create', days: 7, dailyLimit: 40 }),
  })
  key = ((await response.json()) as { data: { secret: string } }).data.secret
})
afterAll(() => server?.remove())

const read = async (path: string, bearer = token) =>
  (await (await fetch(server.url + path, { headers: { authorization: `Bearer ${bearer}` } })).json()) as {
    data: { closingBalance: number; keys: { spentToday: number }[] }
  }

it.each([
  ['sh', 'sh', 'example.sh', 1],
  ['ts', process.execPath, 'example.ts', 2],
])('generates and downloads a video with the API example in %s', async (language, program, file, videos) => {
  const page = await readFile('docs/api.md', 'utf8')
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? []
  const cwd = await makeFolder()
  await writeFile(join(cwd, file), code)
  const env = { ...process.env, SOUNDREEL_API: server.url, SOUNDREEL_KEY: key }
  const { status, output } = await runProgram(program, [file], { cwd, env })
  expect([status, output]).toEqual([0, expect.any(String)])
  const video = await readFile(join(cwd, 'lighthouse.mp4'))
  expect(video.subarray(4, 8).toString()).toBe('ftyp')
  expect((await read('/v1/credits/statement?limit=1', key)).data.closingBalance).toBe(2500 - 20 * videos)
  expect((await read('/api/keys')).data.keys).toMatchObject([{ spentToday: 20 * videos }])
})

it('refuses the API examples once their key has spent its limit', async () => {
  const response = await fetch(`${server.url}/v1/credits/consume`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ amount: 20, type: 'video_generation', source: 'kling-1.6' }),
  })
  expect([response.status, await response.json()]).toEqual([429, expect.objectContaining({ code: 'key_limit' })])
})
