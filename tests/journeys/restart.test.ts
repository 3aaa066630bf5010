import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findFreePort } from '../harness/free-port.ts'
import { clickGenerate, fillForm, waitForVideo } from '../support/journeys/generate.ts'
import { expectCredits, openBrowser, signIn, startJourney, startServerForTest } from '../support/journeys/journey.ts'

openBrowser()

it('keeps credits, session, and video over a server restart, and stops the server cleanly', async () => {
  const port = await findFreePort()
  const first = await startServerForTest({ port, isFirst: true })
  const { dataDir, url } = first
  const journey = await startJourney({ url })
  const { page } = journey
  await signIn(journey)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'Stars over a lake' })
  await clickGenerate(page)
  const video = await waitForVideo(page)
  await page.goto('about:blank')
  expect(await first.stop()).toBe(0)
  const [opening, building, ready] = [
    'Starting Soundreel (opening the database)…\n',
    'Building the app. This takes a few seconds the first time and after changes.\n',
    `Soundreel is ready at ${url}\n`,
  ]
  expect(first.output()).toBe(opening + building + ready)
  // Other users of this machine can't read the database, keys, videos, and the app, which contains a key.
  const made = await readdir(dataDir, { recursive: true })
  expect(made).toEqual(expect.arrayContaining(['keys.json', 'api.log', 'database', 'storage', 'video-service', 'dist']))
  const open = made.filter((path) => statSync(join(dataDir, path)).mode & 0o077)
  expect(open).toEqual([])

  const second = await startServerForTest({ port, dataDir })
  expect(second.output()).toBe(opening + ready)
  // The header first shows the balance stored in this browser, so this waits for the response.
  const asked = page.waitForResponse(/get_user_credits/)
  await page.goto(url)
  expect(await (await asked).json()).toEqual({ credits: 2480 })
  await expectCredits(page, 2480)
  expect((await fetch(video, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
})
