import { expect, it } from 'vitest'
import { openDatabaseSwitch } from '../../support/journeys/database.ts'
import {
  expectAfterReload,
  GENERATING,
  getResultPanel,
  IDLE,
  pollUntilVideo,
  startWatchedJob,
} from '../../support/journeys/faults.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks, readJobs } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const { database, prepare } = openDatabaseSwitch()
const scripted = openScriptedProvider(prepare)

/** Chromium's message for a response without the database. */
const AWAY = /status of 50[03]|status of 404/

it('continues a job and charges it once if the database is down while the job is polled (fault d)', async () => {
  const journey = await startWatchedJob(scripted.url())
  const { page, owner, nextPoll } = journey
  journey.expectComplaint(AWAY)
  database.isAway = true
  for (let poll = 1; poll <= 4; poll += 1) await nextPoll()
  await getResultPanel(page).getByText("Reconnecting… We'll try again every few seconds.").first().waitFor()
  await page
    .getByText("We can't reach the server right now. Videos in progress continue, and nothing is lost.")
    .waitFor()
  database.comeBack()
  await nextPoll()
  await getResultPanel(page).getByText('The video service is generating your video.').first().waitFor()
  scripted.provider.finish()
  await pollUntilVideo(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

it('charges once and delivers the video if the database goes down after the video is paid, before the response (fault d)', async () => {
  const journey = await startWatchedJob(scripted.url())
  const { page, owner, nextPoll } = journey
  journey.expectComplaint(AWAY)
  scripted.provider.finish()
  database.fateOf = (path) => (path.endsWith('/rpc/settle_job') ? 'unanswered' : 'answered')
  await nextPoll()
  await expect.poll(() => database.isAway).toBe(true)
  await getResultPanel(page).getByText(GENERATING).first().waitFor()
  expect((await readJobs(owner)).map(({ status }) => status)).toEqual(['succeeded'])
  await nextPoll()
  expect(await getResultPanel(page).getByRole('alert').count()).toBe(0)
  database.comeBack()
  await pollUntilVideo(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})
