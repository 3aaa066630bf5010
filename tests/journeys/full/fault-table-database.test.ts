import { expect, it } from 'vitest'
import { openDatabaseSwitch } from '../../support/journeys/database.ts'
import {
  expectAfterReload,
  GENERATING,
  IDLE,
  isConsume,
  isCreate,
  jobIds,
  library,
  NO_ANSWER,
  pollUntilVideo,
  recordRequests,
  runClockUntil,
  stage,
  startWatchedJob,
  startWith600,
} from '../../support/journeys/faults.ts'
import { fillForm, pressGenerate } from '../../support/journeys/generate.ts'
import { expectCredits, newPerson, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { expectBooks, readJobs } from '../../support/journeys/ledger.ts'
import { openScriptedVendor } from '../../support/journeys/vendor.ts'

openBrowser()

const { database, prepare } = openDatabaseSwitch()
const scripted = openScriptedVendor(prepare)

/** What Chromium says of a 5xx, and the app of a balance or a record that it could not reach. */
const AWAY = /status of 50[03]|status of 404/

const NOTHING_STARTED = 'We could not reach the server, so nothing was started. Please try again.'

/** A filled form of somebody with 600 credits, on a page whose clock the test moves. */
async function startFilled(prompt: string) {
  const journey = await startWith600(scripted.url())
  const { page } = journey
  journey.expectComplaint(AWAY)
  journey.expectComplaint(NO_ANSWER)
  await page.clock.install()
  const calls = recordRequests(page, (request) => isConsume(request) || isCreate(request))
  await fillForm(journey, { model: 'Kling 1.6', prompt })
  // What the page asks for when it opens is there: only the press meets the fault.
  await library(page).getByText('Nothing here yet').first().waitFor()
  return { ...journey, calls }
}

/** Pressed once more, the same job is made: one hold, one id, one create at the vendor. */
async function expectNextPressRuns({ page, owner, calls }: Awaited<ReturnType<typeof startFilled>>, prompt: string) {
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe(prompt)
  await pressGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['running'] })
  expect(new Set(jobIds(calls.sent)).size).toBe(1)
  expect(scripted.vendor().creates).toHaveLength(1)
  await expectAfterReload(page, 580, GENERATING)
}

it('fault d: the database is away when Generate is pressed: nothing is held or started, and the next press is the same job', async () => {
  const prompt = 'A quarry at noon'
  const journey = await startFilled(prompt)
  const { page, owner } = journey
  database.isAway = true
  await pressGenerate(page)
  await runClockUntil(page, stage(page).getByText('Reconnecting… This page asks again every few seconds.'))
  expect(await stage(page).getByRole('alert').count()).toBe(0)
  // Nobody said that anything is held.
  await stage(page).getByText('You pay only if it arrives.', { exact: true }).first().waitFor()
  database.comeBack()
  await runClockUntil(page, page.getByText(NOTHING_STARTED))
  await page.getByText('You were not charged, and your form is as you left it.').first().waitFor()
  await expectBooks(owner, { available: 600, jobs: [] })
  expect(scripted.vendor().creates).toHaveLength(0)
  await expectNextPressRuns(journey, prompt)
})

it('fault d: the database goes away between the hold and the create: the hold waits, and the next press uses it', async () => {
  const prompt = 'A quarry at dusk'
  const journey = await startFilled(prompt)
  const { page, owner } = journey
  database.fateOf = (path) => (path.endsWith('/rpc/start_job') ? 'lost' : 'answered')
  await pressGenerate(page)
  await runClockUntil(page, stage(page).getByText(/Reconnecting/))
  database.comeBack()
  await runClockUntil(page, page.getByText(NOTHING_STARTED))
  await page
    .getByText('You were not charged. The 20 credits held are used when you try again, or come back after 15 minutes.')
    .first()
    .waitFor()
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: [], unused: 20 })
  expect(scripted.vendor().creates).toHaveLength(0)
  await expectNextPressRuns(journey, prompt)
})

it('fault d: the database goes away after the vendor took the job: its number is kept, and the video arrives', async () => {
  const journey = await startFilled('A quarry in the rain')
  const { page, owner } = journey
  database.fateOf = (path) => (path.endsWith('/rpc/record_vendor_task') ? 'lost' : 'answered')
  await pressGenerate(page)
  await runClockUntil(page, stage(page).getByText(/Reconnecting/))
  expect(await stage(page).getByRole('alert').count()).toBe(0)
  expect(scripted.vendor().creates).toHaveLength(1)
  scripted.vendor().onStatus = () => scripted.vendor().says('succeed')
  database.comeBack()
  await runClockUntil(page, page.getByText('Your video is ready!'))
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  expect(scripted.vendor().creates).toHaveLength(1)
  await expectAfterReload(page, 580, IDLE)
})

it('fault d: the database is away while the job is polled: it goes on, and is paid once', async () => {
  const journey = await startWatchedJob(scripted.url())
  const { page, owner, nextPoll } = journey
  journey.expectComplaint(AWAY)
  database.isAway = true
  for (let poll = 1; poll <= 4; poll += 1) await nextPoll()
  await stage(page).getByText('Reconnecting… This page asks again every few seconds.').first().waitFor()
  await page
    .getByText('The server cannot be reached just now. What is being made goes on there, and nothing is lost.')
    .waitFor()
  database.comeBack()
  await nextPoll()
  await stage(page).getByText('The video service is making it.').first().waitFor()
  scripted.vendor().onStatus = () => scripted.vendor().says('succeed')
  await pollUntilVideo(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

it.each([
  ['before the video is paid', 'lost', 'running'],
  ['after the video is paid, and before it said so', 'unanswered', 'succeeded'],
] as const)('fault d: the database goes away %s: paid once, and the video comes', async (_, fate, meanwhile) => {
  const journey = await startWatchedJob(scripted.url())
  const { page, owner, nextPoll } = journey
  journey.expectComplaint(AWAY)
  scripted.vendor().onStatus = () => scripted.vendor().says('succeed')
  database.fateOf = (path) => (path.endsWith('/rpc/settle_job') ? fate : 'answered')
  await nextPoll()
  await expect.poll(() => database.isAway).toBe(true)
  await stage(page).getByText(GENERATING).first().waitFor()
  expect((await readJobs(owner)).map(({ status }) => status)).toEqual([meanwhile])
  await nextPoll()
  expect(await stage(page).getByRole('alert').count()).toBe(0)
  database.comeBack()
  await pollUntilVideo(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

it('fault d: the library and the balance while the database is away: they say so, and come with it', async () => {
  scripted.vendor().onStatus = () => scripted.vendor().says('succeed')
  const journey = await startFilled('A quarry under snow')
  const { page, owner } = journey
  await pressGenerate(page)
  await runClockUntil(page, page.getByText('Your video is ready!'))
  database.isAway = true
  await page.reload()
  await library(page).getByText('Your videos could not be loaded').first().waitFor()
  await library(page).getByText('They are safe on the server. Check your connection and try again.').first().waitFor()
  // The last known one.
  await expectCredits(page, 580)
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A quarry under snow')
  database.comeBack()
  await library(page).getByRole('button', { name: 'Try again' }).click()
  await library(page).getByText('20 credits charged').first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
})

it('fault d: the database is away at the end of a sign-in: it says that it did not work, and the next one does', async () => {
  const journey = await startJourney({ url: scripted.url() })
  const { page, url } = journey
  journey.expectComplaint(AWAY)
  journey.expectComplaint(/^The sign-in could not be finished/)
  const person = newPerson()
  await page.goto(`${url}/login`)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.waitForURL(/stand-ins\/google/)
  database.isAway = true
  await popup.getByText('Use another account').click()
  await popup.getByLabel('Name').fill(person.name)
  await popup.getByLabel('E-mail').fill(person.email)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await closed
  await page.getByText('The sign-in did not work. Please try again.').first().waitFor()
  database.comeBack()
  await signIn(journey, person)
  await expectCredits(page, 0)
})

it('fault d: the database goes away right after a sign-in: the balance is asked for again until it is known', async () => {
  const person = newPerson()
  const { owner, page: before } = await startWith600(scripted.url(), person)
  // What it may still ask for would be lost in the place of what the sign-in asks for.
  await before.close()
  const journey = await startJourney({ url: scripted.url() })
  const { page } = journey
  journey.expectComplaint(AWAY)
  journey.expectComplaint(NO_ANSWER)
  await page.clock.install()
  database.fateOf = (path) => (path.startsWith('/rest/v1/') ? 'lost' : 'answered')
  await signIn(journey, person)
  await expect.poll(() => database.missed.some((path) => path.includes('/rpc/get_user_credits'))).toBe(true)
  database.comeBack()
  await runClockUntil(page, page.getByRole('banner').getByText('600 credits'))
  await expectBooks(owner, { available: 600, jobs: [] })
})
