// Generates a video with a voice, on a server whose models take one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '../../harness/app-server.ts'
import { createWav } from '../../support/audio-files.ts'
import * as files from '../../support/image-files.ts'
import { expectNoFaults } from '../../support/journeys/axe.ts'
import { getLibrary, isCreate, openMore, startWith600 } from '../../support/journeys/faults.ts'
import { chooseModel, clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'

openBrowser()

let server: Server | undefined
beforeAll(async () => {
  server = await startServer({ env: { LOCAL_MODELS: 'all' } })
})
afterAll(() => server?.remove())

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)

it('generates a video with a voice that its user played, confirmed, and kept across a reload', async () => {
  const { page, url, owner } = await startWith600(server?.url)
  await page.goto(`${url}/create-video`)
  const form = page.getByRole('form', { name: 'Video settings' })
  const ready = page.locator('form:not([inert])')
  await ready.waitFor()
  await chooseModel(page, 'Seedance 2.5')
  await page.getByRole('tab', { name: 'Image to Video' }).click()
  await form.getByRole('button', { name: /^References/ }).click()
  expect(await form.getByLabel(/^Add a voice/).count()).toBe(0)
  const hero = { name: 'hero.png', mimeType: 'image/png', buffer: files.card(360, 640) }
  await form.getByLabel(/^Add references/).setInputFiles([hero])
  await form.getByRole('img', { name: 'hero.png' }).waitFor()

  const voice = { name: 'me.wav', mimeType: 'audio/wav', buffer: createWav(3) }
  await form.getByLabel(/^Add a voice/).setInputFiles([{ ...voice, buffer: Buffer.from('no sound') }])
  await form.getByText("Your file isn't an MP3 or WAV file.", { exact: false }).waitFor()
  await form.getByLabel(/^Add a voice/).setInputFiles([voice])
  await form.getByRole('button', { name: 'Play voice, me.wav' }).click()
  await form.getByRole('button', { name: 'Pause voice, me.wav' }).click()
  await form.getByLabel('Prompt', { exact: true }).fill('The captain greets the harbor')
  await clickGenerate(page)
  await form.getByText('Confirm that this is your own voice', { exact: false }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoFaults(page, 'a voice without consent')
  const consent = form.getByRole('checkbox', { name: /^This is my own voice/ })
  await consent.check()
  await form.getByText('5 seconds', { exact: true }).click()

  await page.reload()
  await ready.waitFor()
  await form.getByText('me.wav').waitFor()
  expect(await consent.isChecked()).toBe(true)
  const created = page.waitForRequest(isCreate)
  await clickGenerate(page)
  expect((await created).postDataJSON().input).toMatchObject({ audio: ID, voiceConsent: true, references: [{}] })
  await waitForVideo(page)
  await openMore(getLibrary(page))
  await getLibrary(page).getByText('1 reference and a voice').waitFor()
  await expectBooks(owner, { available: 480, jobs: ['succeeded'] })
})
