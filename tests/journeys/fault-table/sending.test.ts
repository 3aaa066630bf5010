import { expect, it } from 'vitest'
import {
  expectAfterReload,
  GENERATING,
  getLibrary,
  IDLE,
  isConsume,
  isCreate,
  jobIds,
  NO_RESPONSE,
  PROMPT,
  recordRequests,
  runClockUntil,
  startWith600,
  startWithFilledForm,
} from '../../support/journeys/faults.ts'
import { clickGenerate, fillForm, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

it('creates one job if Generate is double-clicked and the create request arrives twice more (fault 1)', async () => {
  const { page, owner } = await startWithFilledForm(scripted.url())
  const consumes = recordRequests(page, isConsume)
  const creates = recordRequests(page, isCreate)
  await page.getByRole('button', { name: /^Generate Video/ }).dblclick()
  await page.getByText(GENERATING).first().waitFor()
  await expect.poll(() => creates.sent.length).toBe(1)
  const [create] = creates.sent
  if (!create) throw new Error('nothing was sent')
  const headers = await create.allHeaders()
  const again = () =>
    fetch(create.url(), {
      method: 'POST',
      headers: Object.fromEntries(
        ['authorization', 'content-type', 'idempotency-key', 'x-quoted-credits'].map((name) => [
          name,
          headers[name] ?? '',
        ]),
      ),
      body: create.postData() ?? '',
    }).then(async (response) => ({ status: response.status, body: await response.json() }))
  const first = await (await create.response())?.json()
  expect(await Promise.all([again(), again()])).toEqual([
    { status: 200, body: first },
    { status: 200, body: first },
  ])
  scripted.provider.finish()
  await waitForVideo(page)
  expect([consumes.sent.length, creates.sent.length]).toEqual([1, 1])
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

it('creates one job if two tabs send the same form with credits for one video (fault 2)', async () => {
  const journey = await startWith600(scripted.url())
  const { page, context, owner, url } = journey
  const other = await context.newPage()
  journey.expectComplaint(/status of 402/)
  const both = Promise.withResolvers<void>()
  let arrived = 0
  await context.route('**/api/credits/consume', async (route) => {
    arrived += 1
    if (arrived === 2) both.resolve()
    await both.promise
    await route.continue()
  })
  for (const tab of [page, other]) await fillForm({ page: tab, url }, { prompt: 'Two tabs' })
  await expectCredits(other, 600)
  await Promise.all([clickGenerate(page), clickGenerate(other)])

  const refused = 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 270 credits'
  const isRefused = (tab: typeof page) => tab.getByText(refused).isVisible()
  await expect.poll(async () => [await isRefused(page), await isRefused(other)].sort()).toEqual([false, true])
  const [loser, winner] = (await isRefused(page)) ? [page, other] : [other, page]
  await winner.getByText('330 credits held').first().waitFor()
  for (const tab of [page, other]) await expectCredits(tab, 270)
  expect(await loser.getByLabel('Prompt', { exact: true }).inputValue()).toBe('Two tabs')
  await expectBooks(owner, { available: 270, jobs: ['running'] })
  await expectAfterReload(winner, 270, GENERATING)
})

it('finds the job if the hold and create responses are lost after the server committed (fault 3)', async () => {
  const { page, owner, expectComplaint } = await startWithFilledForm(scripted.url())
  expectComplaint(NO_RESPONSE)
  const calls = recordRequests(page, (request) => isConsume(request) || isCreate(request))
  const lost = new Set<string>()
  await page.route(/\/api\/credits\/consume$|\/generation\/kling/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (lost.has(pathname)) return route.continue()
    lost.add(pathname)
    await route.fetch()
    return route.abort('connectionreset')
  })
  await clickGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  await page.waitForResponse((response) => response.url().endsWith('/status') && response.ok())
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(calls.sent).toHaveLength(4)
  expect(new Set(jobIds(calls.sent)).size).toBe(1)
  await expectBooks(owner, { available: 580, jobs: ['running'] })
  await expectAfterReload(page, 580, GENERATING)
})

it('keeps the form and reuses the job if requests are lost before they reach the server (fault 4)', async () => {
  const journey = await startWith600(scripted.url())
  const { page, owner, expectComplaint } = journey
  expectComplaint(NO_RESPONSE)
  expectComplaint(/status of 404/)
  await page.clock.install()
  await fillForm(journey, { model: 'Kling 1.6', prompt: PROMPT })
  const calls = recordRequests(page, (request) => isConsume(request) || isCreate(request))
  // Waits until the page has loaded everything, so that only the click meets the fault.
  await getLibrary(page).getByText('No videos yet').first().waitFor()
  const nowhere = /\/api\/credits\/consume$|\/generation\/kling/
  await page.route(nowhere, (route) => route.abort('connectionrefused'))
  await clickGenerate(page)
  await runClockUntil(page, page.getByText("We couldn't reach the server, so nothing was started. Please try again."))
  await page.getByText("You weren't charged, and your settings are unchanged.").first().waitFor()
  await page.unroute(nowhere)
  await expectBooks(owner, { available: 600, jobs: [] })
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe(PROMPT)

  await clickGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  expect(new Set(jobIds(calls.sent)).size).toBe(1)
  await expectBooks(owner, { available: 580, jobs: ['running'] })
  await expectAfterReload(page, 580, GENERATING)
})
