import { expect, it } from 'vitest'
import { findFreePort } from '../../harness/free-port.ts'
import {
  expectAfterReload,
  GENERATING,
  IDLE,
  isConsume,
  isCreate,
  isStatus,
  jobIds,
  NO_RESPONSE,
  recordRequests,
  startWithFilledForm,
} from '../../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser, startServerForTest } from '../../support/journeys/journey.ts'
import { expectBooks, jobStatus } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

/** Starts a job of 20 credits and waits until the page polls it. */
async function startJob(url = scripted.url()) {
  const journey = await startWithFilledForm(url)
  const { page } = journey
  const polled = page.waitForResponse((response) => isStatus(response.request()))
  await clickGenerate(page)
  await polled
  return journey
}

// The server returns an unused hold after 15 minutes. A journey can't move the server's clock, so that part is tested in
// tests/supabase/api/jobs/sweep.test.ts and crash.test.ts.
it('keeps the hold if the server stops before its create request, and uses that hold for the next click (fault 5)', async () => {
  const port = await findFreePort()
  const first = await startServerForTest({ port })
  const { dataDir, url } = first
  const { page, owner, expectComplaint } = await startWithFilledForm(url, 'A river in a canyon #stuck')
  expectComplaint(NO_RESPONSE)
  expectComplaint(/status of 404/)
  const calls = recordRequests(page, (request) => isConsume(request) || isCreate(request))
  const dies = page.waitForEvent('requestfailed', isCreate)
  // Fails the first try and its three retries. Otherwise the restarted server would receive a retry.
  await page.route(
    /\/generation\/kling/,
    async (route) => {
      await first.kill()
      await route.abort('connectionreset')
    },
    { times: 4 },
  )
  await clickGenerate(page)
  await dies

  await startServerForTest({ port, dataDir })
  await page.getByText("We couldn't reach the server, so nothing was started. Please try again.").first().waitFor({
    timeout: 30_000,
  })
  await page
    .getByText(
      "You weren't charged. We're holding 20 credits for your next try. If you don't use them, they're returned in 15 minutes.",
    )
    .first()
    .waitFor()
  await expectBooks(owner, { available: 580, jobs: [], unused: 20 })
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A river in a canyon #stuck')

  await clickGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['running'] })
  expect(new Set(jobIds(calls.sent)).size).toBe(1)
  await expectAfterReload(page, 580, GENERATING)
})

it('shows a video, charged once, if its tab was closed during generation (fault 9)', async () => {
  const { page, context, owner, url } = await startJob()
  await page.close()
  scripted.provider.finish()
  const again = await context.newPage()
  await again.goto(`${url}/create-video`)
  await waitForVideo(again)
  await expectCredits(again, 580)
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
  await expectAfterReload(again, 580, IDLE)
  expect(scripted.provider.creates).toHaveLength(1)
})

it('says that credits were returned while the page was closed, and charges nothing for a late success (fault 14)', async () => {
  const { provider } = scripted
  const { page, context, owner, url } = await startJob()
  await page.close()
  const [job] = await expectBooks(owner, { available: 580, jobs: ['running'] })
  if (!job) throw new Error('there is no job')
  // Set only after the page closed, because the server also checks the job once a minute.
  provider.fail('The model ran out of time')
  const end = { status: 'failed', job: { settlement: 'released' } }
  // The closed page's last status check may still be in progress, and a job is checked once at a time.
  await expect.poll(() => jobStatus(owner, job.id)).toMatchObject(end)

  provider.finish()
  expect(await jobStatus(owner, job.id)).toMatchObject(end)
  const again = await context.newPage()
  await again.goto(`${url}/create-video`)
  await again.getByText('Video generation failed. Please try again.').first().waitFor()
  await again.getByText('The model ran out of time').first().waitFor()
  await again.getByText("You weren't charged.").first().waitFor()
  await expectCredits(again, 600)
  await expectBooks(owner, { available: 600, jobs: ['failed'] })
})
