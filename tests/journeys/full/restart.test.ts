import { afterEach, expect, it } from 'vitest'
import { fillForm, pressGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { freePort, type Server, startServer } from '../../support/journeys/server.ts'

openBrowser()

let server: Server | undefined
afterEach(() => server?.remove())

it('credits, session and video survive a restart, and the server stops cleanly', async () => {
  const port = await freePort()
  server = await startServer({ port })
  const { dataDir, url } = server
  const journey = await startJourney({ url })
  const { page } = journey
  await signIn(journey)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'Stars over a lake' })
  await pressGenerate(page)
  const video = await waitForVideo(page)
  await page.goto('about:blank')
  expect(await server.stop()).toBe(0)
  expect(server.output()).toBe(`Soundreel is ready at ${url}\n`)

  server = await startServer({ port, dataDir })
  await page.goto(url)
  await expectCredits(page, 2480)
  expect((await fetch(video, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
})
