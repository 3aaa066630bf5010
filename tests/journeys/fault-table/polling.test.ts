import { expect, it } from 'vitest'
import {
  expectAfterReload,
  GENERATING,
  getResultPanel,
  IDLE,
  NO_RESPONSE,
  pollUntilVideo,
  recordRequests,
  startWatchedJob,
} from '../../support/journeys/faults.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const RECONNECTING = "Reconnecting… We'll try again every few seconds."

const startJob = () => startWatchedJob(scripted.url())

it('polls a job once after 20 minutes of sleep, without a burst of polls or invented time (fault 10)', async () => {
  const { page, owner, polls, count } = await startJob()
  const tokens = recordRequests(page, (request) => request.url().includes('/auth/v1/token'))
  const before = count()
  await page.clock.fastForward('20:00')
  await expect.poll(count).toBe(before + 1)
  await expect.poll(() => polls.open).toBe(0)
  // The elapsed time comes from the server, so the timer shows only a few seconds.
  await expect.poll(() => getResultPanel(page).getByRole('timer').textContent()).toMatch(/^0:\d\d$/)
  await page.clock.runFor(4000)
  expect(count()).toBe(before + 1)
  await expectBooks(owner, { available: 580, jobs: ['running'] })

  scripted.provider.finish()
  await pollUntilVideo(page)
  expect(tokens.sent).toEqual([])
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

it('polls a job every 5 s while offline, shows that, fails nothing, and returns nothing (fault 11)', async () => {
  const journey = await startJob()
  const { page, context, owner, count, nextPoll } = journey
  journey.expectComplaint(NO_RESPONSE)
  const before = count()
  const pageTime = () => page.evaluate(() => Date.now())
  await context.setOffline(true)
  const seconds: number[] = []
  for (let poll = 1; poll <= 4; poll += 1) {
    const since = await pageTime()
    await nextPoll()
    seconds.push(((await pageTime()) - since) / 1000)
  }
  expect(count()).toBe(before + 4)
  // A late poll can take longer on the moved clock, but no poll may be early.
  seconds.sort((a, b) => a - b)
  expect(seconds[0]).toBeGreaterThanOrEqual(4.8)
  expect(seconds[1]).toBeLessThan(5.5)
  await page.getByText(GENERATING).or(page.getByText('Still working on your video...')).waitFor()
  await page.getByText(RECONNECTING).first().waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await expectBooks(owner, { available: 580, jobs: ['running'] })

  await context.setOffline(false)
  await nextPoll()
  await expect.poll(() => page.getByText(RECONNECTING).count()).toBe(0)
  scripted.provider.finish()
  await pollUntilVideo(page)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
})

it('ignores polls that return a 500, an HTML page, nothing, or a late response, with one poll at a time (fault 12)', async () => {
  const journey = await startJob()
  const { page, owner, polls, count, nextPoll } = journey
  journey.expectComplaint(/status of 500/)
  const answers = [
    { status: 500, json: { success: false, code: 'internal', message: 'Something went wrong on our side.' } },
    { status: 200, contentType: 'text/html', body: '<!DOCTYPE html><title>Portal</title>' },
    { status: 200, contentType: 'application/json', body: '' },
    { status: 200, json: {} },
  ]
  let wrong = 0
  await page.route(/\/status$/, async (route) => {
    await route.fulfill(answers[wrong] ?? {})
    wrong += 1
  })
  for (const [index] of answers.entries()) {
    await nextPoll()
    await expect
      .poll(async () => [await page.getByText(RECONNECTING).count(), await page.getByRole('alert').count()])
      .toEqual([index >= 2 ? 1 : 0, 0])
  }
  expect(wrong).toBe(answers.length)
  await page.unroute(/\/status$/)

  const slow = Promise.withResolvers<void>()
  await page.route(/\/status$/, async (route) => {
    await slow.promise
    await route.continue()
  })
  const before = count()
  await expect.poll(async () => count() > before || (await page.clock.runFor(500))).toBe(true)
  await page.clock.runFor(25_000)
  expect([count(), polls.open]).toEqual([before + 1, 1])
  scripted.provider.finish()
  slow.resolve()
  await pollUntilVideo(page)
  expect(polls.mostOpen).toBe(1)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

it('charges a video once if the response that reports the charge is lost (fault 17)', async () => {
  const journey = await startJob()
  const { page, owner, nextPoll } = journey
  journey.expectComplaint(NO_RESPONSE)
  scripted.provider.finish()
  let lost = 0
  await page.route(
    /\/status$/,
    async (route) => {
      await route.fetch()
      lost += 1
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await nextPoll()
  expect(lost).toBe(1)
  await page.getByText(GENERATING).first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await pollUntilVideo(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})
