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
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks, readJobs } from '../../support/journeys/ledger.ts'
import { openScriptedVendor } from '../../support/journeys/vendor.ts'

openBrowser()

const { database, prepare } = openDatabaseSwitch()
const scripted = openScriptedVendor(prepare)

/** What Chromium says of a 5xx, and the app of a balance or a record that it could not reach. */
const AWAY = /status of 50[03]|status of 404/

const NOTHING_STARTED = 'We could not reach the server, so nothing was started. Please try again.'

/** A filled form of somebody with 600 credits, on a page whose clock the test moves. */
async function startBeforeFault(prompt: string) {
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

it('fault d: the database goes away between the hold and the create: the hold waits, and the next press uses it', async () => {
  const { page, owner, calls } = await startBeforeFault('A quarry at dusk')
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
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A quarry at dusk')

  await pressGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['running'] })
  expect(new Set(jobIds(calls.sent)).size).toBe(1)
  expect(scripted.vendor().creates).toHaveLength(1)
  await expectAfterReload(page, 580, GENERATING)
})

it('fault d: the database goes away after the vendor took the job: its number is kept, and the video arrives', async () => {
  const journey = await startBeforeFault('A quarry in the rain')
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
