import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { download, fillForm, pressGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { type Server, startServer } from '../../support/journeys/server.ts'
import { videoFacts } from '../../support/journeys/video-facts.ts'

openBrowser()

const VENDOR_KEY = 'pollo_direct_mode_key'
let server: Server
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soundreel-direct-'))
  const keys = {
    publishableKey: 'sb_publishable_direct',
    secretKey: 'sb_secret_direct',
    jwtSecret: 'j'.repeat(40),
    googleClientSecret: 'g',
    videoApiKey: VENDOR_KEY,
    sweepSecret: 's',
  }
  await writeFile(join(dataDir, 'keys.json'), JSON.stringify(keys))
  const port = await freePort()
  server = await startServer({
    dataDir,
    port,
    env: {
      VIDEO_PROVIDER: 'none',
      VITE_VIDEO_API_URL: `http://localhost:${port}/stand-ins/video/api/platform`,
      VITE_VIDEO_API_KEY: VENDOR_KEY,
    },
  })
})
afterAll(() => server?.remove())

it('the browser calls the vendor itself, with its key and nothing of ours, and consume captures at once', async () => {
  const journey = await startJourney({ url: server.url })
  const { page } = journey
  const sent: { method: string; headers: Record<string, string> }[] = []
  page.on('request', async (request) => {
    if (request.url().includes('/stand-ins/video/api/'))
      sent.push({ method: request.method(), headers: await request.allHeaders() })
  })
  await signIn(journey)
  await fillForm({ page, url: server.url }, { model: 'Veo 3', prompt: 'City lights in the rain', seconds: 8 })
  const consumed = page.waitForResponse((response) => response.url().endsWith('/api/credits/consume'))
  await pressGenerate(page)
  expect(await (await consumed).json()).toMatchObject({ data: { settlement: 'captured', balance_after: 2170 } })
  await waitForVideo(page)
  await expectCredits(page, 2170)
  const facts = await videoFacts((await download(page)).path)
  expect(facts).toMatchObject({ isMp4: true, video: { codec: 'avc' }, audio: { codec: 'aac', channels: 2 } })

  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(sent.length).toBeGreaterThan(1)
  for (const { headers } of sent) {
    expect(headers['x-api-key']).toBe(VENDOR_KEY)
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['idempotency-key']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-quoted-credits']))
  }
})
