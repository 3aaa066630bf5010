import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  expectAfterReload,
  GENERATING,
  getResultPanel,
  isConsume,
  isStatus,
  pollUntilVideo,
  recordRequests,
  startWatchedJob,
  startWith600,
} from '../../support/journeys/faults.ts'
import { clickGenerate, fillForm } from '../../support/journeys/generate.ts'
import {
  addPlanCredits,
  createTestVisitor,
  expectCredits,
  openBrowser,
  signIn,
  startJourney,
} from '../../support/journeys/journey.ts'
import { expectBooks, serverCredits, storedSession } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const refreshes = (page: Page) =>
  recordRequests(page, (request) => request.url().includes('/auth/v1/token?grant_type=refresh_token'))

async function startStuckJob() {
  const person = createTestVisitor()
  const journey = await startWith600(scripted.url(), person)
  const { page } = journey
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A glacier' })
  const polled = page.waitForResponse((response) => isStatus(response.request()))
  await clickGenerate(page)
  await polled
  return { ...journey, person }
}

it('renews the session once if a poll is refused, and continues the job (fault 18)', async () => {
  const journey = await startWatchedJob(scripted.url())
  const { page, owner, count, nextPoll } = journey
  journey.expectComplaint(/status of 401/)
  const renewed = refreshes(page)
  const before = count()
  await page.route(
    /\/status$/,
    (route) => route.fulfill({ status: 401, json: { success: false, code: 'unauthorized', message: 'Please login' } }),
    { times: 1 },
  )
  // Counts the refused poll and its repetition.
  await nextPoll()
  await expect.poll(count).toBe(before + 2)
  await nextPoll()
  expect(count()).toBe(before + 3)
  expect(renewed.sent).toHaveLength(1)
  await getResultPanel(page).getByText(GENERATING).first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['running'] })
})

it('keeps the job, asks the user to sign in, and continues if the session ends elsewhere (fault 18)', async () => {
  const journey = await startStuckJob()
  const { page, context, owner, person, url } = journey
  journey.expectComplaint(/status of 40[0134]/)
  const ended = await fetch(`${url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, apikey: owner.apiKey },
  })
  expect(ended.status).toBeLessThan(300)
  // Refuses the old token at once. In production, a token can stay valid after its session ended.
  await context.route(/\/status$/, (route) =>
    route.request().headers().authorization === `Bearer ${owner.token}`
      ? route.fulfill({ status: 401, json: { success: false, code: 'unauthorized', message: 'Please login' } })
      : route.continue(),
  )
  await page
    .getByText("You've been signed out. Sign in again to see your video; it's still being generated.")
    .first()
    .waitFor()
  const form = page.getByRole('form', { name: 'Video settings' })
  await form.getByText('Please login to generate videos').waitFor()
  await form.getByRole('link', { name: 'Login' }).click()
  await page.waitForURL(`${url}/login`)
  await signIn(journey, person)
  await page.goto(`${url}/create-video`)
  await getResultPanel(page).getByText(GENERATING).first().waitFor()
  await expectCredits(page, 580)
  const { access_token: token } = await storedSession(page)
  await expectBooks({ ...owner, token }, { available: 580, jobs: ['running'] })
})

it('keeps the job for the next sign-in if another tab signs out (fault 18)', async () => {
  const journey = await startStuckJob()
  const { page, context, owner, person, url } = journey
  // A poll may be in progress when the session ends, and then fails to get a new token.
  journey.expectComplaint(/status of 40[013]/)
  const other = await context.newPage()
  await other.goto(url)
  await other.getByRole('button', { name: `Account menu for ${person.name}` }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Please login to generate videos').first().waitFor()
  await signIn({ ...journey, page: other }, person)
  // The first tab receives the new session too.
  await getResultPanel(page).getByText(GENERATING).first().waitFor()
  const { access_token: token } = await storedSession(page)
  await expectBooks({ ...owner, token }, { available: 580, jobs: ['running'] })
})

it.each([
  ['an hour fast', 3_600_000],
  ['an hour slow', -3_600_000],
])('works with a device clock that is %s, and renews no session because of the clock (fault 19)', async (_, skewMs) => {
  const journey = await startJourney({ url: scripted.url() })
  const { page, url } = journey
  await page.clock.install({ time: Date.now() + skewMs })
  const renewed = refreshes(page)
  await signIn(journey, createTestVisitor())
  await addPlanCredits(journey, 'lite')
  await expectCredits(page, 600)
  const consumes = recordRequests(page, isConsume)
  const polls = recordRequests(page, isStatus)
  if (skewMs > 0) scripted.provider.finish()
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A dune' })
  await clickGenerate(page)
  if (skewMs > 0) {
    await pollUntilVideo(page)
  } else {
    await expect.poll(async () => polls.sent.length > 1 || (await page.clock.runFor(1000))).toBe(true)
    expect(await getResultPanel(page).getByRole('timer').textContent()).toMatch(/^[01]:\d\d$/)
    await expectAfterReload(page, 580, GENERATING)
    await expect.poll(() => getResultPanel(page).getByRole('timer').textContent()).toMatch(/^[01]:\d\d$/)
  }
  await expectCredits(page, 580)
  await page.reload()
  await expectCredits(page, 580)
  // The auth library checks every 30 s whether a token needs renewal.
  await page.clock.runFor(95_000)
  expect(consumes.sent).toHaveLength(1)
  expect(renewed.sent).toHaveLength(0)
  expect(await serverCredits(page, url)).toBe(580)
})
