import { randomUUID } from 'node:crypto'
import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  expectAfterReload,
  GENERATING,
  IDLE,
  isConsume,
  isCreate,
  isJobRead,
  NO_RESPONSE,
  RENDERED_AGAIN,
  recordRequests,
  startWith600,
  startWithFilledForm,
} from '../../support/journeys/faults.ts'
import { clickGenerate, download, fillForm, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser, openPage, startJourney } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'
import { videoFacts } from '../../support/journeys/video-facts.ts'

openBrowser()

const scripted = openScriptedProvider()

it('holds no credits until the user confirms a changed price (fault a)', async () => {
  const { page, owner, expectComplaint } = await startWithFilledForm(undefined, 'A meadow #stuck')
  expectComplaint(/status of 409/)
  const calls = recordRequests(page, (request) => isConsume(request) || isCreate(request))
  // Sends an outdated price, as a page with an older price table would.
  await page.route(
    '**/api/credits/consume',
    (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), amount: 15 }) }),
    { times: 1 },
  )
  await clickGenerate(page)
  await page
    .getByText('The price of Kling 1.6 is now 20 credits. Review the new price and try again.')
    .first()
    .waitFor()
  await page.getByText("You weren't charged.").first().waitFor()
  expect(calls.sent.filter(isCreate)).toHaveLength(0)
  await expectBooks(owner, { available: 600, jobs: [] })
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A meadow #stuck')

  await page.getByRole('button', { name: 'Generate Video 20 credits' }).click()
  await page.getByText('20 credits held').first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['running'] })
  expect(calls.sent.find(isCreate)?.headers()['x-quoted-credits']).toBe('20')
  await expectAfterReload(page, 580, GENERATING)
})

it('lets the server decide about credits spent on another device, and updates the balance in every window (fault b)', async () => {
  const journey = await startWith600()
  const { page, context, owner, url } = journey
  journey.expectComplaint(/status of 402/)
  async function spendElsewhere(amount: number, source: string) {
    const spent = await fetch(`${url}/api/credits/consume`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ amount, type: 'video_generation', source, description: 'Video' }),
    })
    expect(spent.status).toBe(200)
  }
  await page.clock.install()
  await fillForm(journey, { prompt: 'A marsh' })
  await expectCredits(page, 600)
  const second = await context.newPage()
  // Waits for the network, because a late balance request would tell both windows about the spending before the click.
  await second.goto(`${url}/pricing`, { waitUntil: 'networkidle' })
  await expectCredits(second, 600)
  await expectCredits(page, 600)
  await spendElsewhere(330, 'veo-3')

  await clickGenerate(page)
  await page
    .getByText('Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 270 credits')
    .first()
    .waitFor()
  await expectCredits(page, 270)
  await expectCredits(second, 270)

  // Spends once more. This time, the page only becomes visible again.
  await spendElsewhere(20, 'kling-1.6')
  await page.clock.fastForward(16_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectCredits(page, 250)
  await expectCredits(second, 250)
  await expectBooks(owner, { available: 250, jobs: [], unused: 350 })
})

const SIGNED = /\/storage\/v1\/object\/sign\/videos\//

async function startFinished() {
  const { provider } = scripted
  provider.finish()
  const journey = await startWithFilledForm(scripted.url())
  const { page } = journey
  await clickGenerate(page)
  await waitForVideo(page)
  const renewals = recordRequests(page, isJobRead)
  journey.expectComplaint(/status of 403/)
  journey.expectComplaint(NO_RESPONSE)
  return { ...journey, renewals }
}

it('downloads a video from a fresh address if the known address has expired (fault c)', async () => {
  const { page, owner, renewals } = await startFinished()
  // Refuses every address that the page already has.
  await page.route(SIGNED, (route) =>
    route.request().resourceType() === 'fetch' && renewals.sent.length === 0
      ? route.fulfill({ status: 403, body: 'expired' })
      : route.continue(),
  )
  // Signed addresses differ only from one second to the next.
  await page.waitForFunction((since) => Date.now() > since + 1100, await page.evaluate(() => Date.now()))
  const { path, name } = await download(page)
  await page.getByText('Video downloaded successfully!').first().waitFor()
  expect(name).toMatch(/^ai-video-\d+\.mp4$/)
  expect(await videoFacts(path)).toMatchObject({ isMp4: true, video: { codec: 'avc' } })
  expect(renewals.sent.length).toBeGreaterThan(0)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
})

it("opens a video that can't be fetched in a tab, or shows its link if the tab is blocked (fault c)", async () => {
  const { page, context, owner, renewals } = await startFinished()
  await context.route(/\/storage\/v1\//, (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', body: '<title>the file</title>' })
      : route.abort('failed'),
  )
  const click = () => page.getByRole('button', { name: 'Download Video' }).click()
  const [tab] = await Promise.all([page.waitForEvent('popup'), click()])
  await page.getByText('Download failed. Try again.').first().waitFor()
  await tab.waitForURL(/\/storage\/v1\/object\/sign\/videos\//)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  expect(renewals.sent.length).toBeGreaterThan(0)
  await tab.close()

  await page.evaluate(() => {
    window.open = () => null
  })
  await click()
  const link = page.getByRole('link', { name: 'Open video' })
  expect(await link.getAttribute('href')).toContain('/storage/v1/object/sign/videos/')
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(page, 580, IDLE)
})

/** Responds with 404 to the code of the pricing page, as after a deployment, and records loads of the document. */
async function startOldTab(missing: () => boolean) {
  const journey = await startJourney()
  const { page, url } = journey
  journey.expectComplaint(/status of 404|Failed to fetch dynamically imported module/)
  journey.expectComplaint(RENDERED_AGAIN)
  // Waits for the page's script, because a link clicked earlier loads a whole new document.
  await openPage(page, url)
  // The gallery's frames are documents too, so this counts only the page's own address.
  const isPage = (request: Request) => request.resourceType() === 'document' && request.url().startsWith(url)
  const documents = recordRequests(page, isPage)
  await page.route(/\/assets\/pricing-[^/]+\.js$/, (route) =>
    missing() ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }) : route.continue(),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click()
  return { page, documents }
}

it('reloads the page once if its code was removed by a deployment (fault e)', async () => {
  let asked = 0
  const { page, documents } = await startOldTab(() => {
    asked += 1
    return asked === 1
  })
  await page.waitForURL('**/pricing')
  await page.getByRole('heading', { level: 1, name: /pricing|plan/i }).waitFor()
  expect(documents.sent).toHaveLength(1)
})

it('reloads the page once, then says that its code is missing, without a reload loop (fault e)', async () => {
  const { page, documents } = await startOldTab(() => true)
  await page.getByRole('heading', { level: 1, name: 'Something went wrong. Please try again.' }).waitFor()
  await page.getByText('Your credits and videos are safe on the server.').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(documents.sent).toHaveLength(1)
})
