// A server for a team, used in a browser behind nginx with TLS. Only Google and the provider are stand-ins, at addresses of their own.
import { stat } from 'node:fs/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTeamServer, type TeamServer } from '../../harness/one-server/team-server.ts'
import { clickGenerate, download, fillForm, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, type Journey, openBrowser, openPage, startJourney } from '../../support/journeys/journey.ts'

openBrowser()
let team: TeamServer
beforeAll(async () => {
  team = await startTeamServer()
})
afterAll(() => team.close())

/**
 * Answers for Google's page: this user chooses their account and comes back. Playwright doesn't intercept redirects, so this reads
 * the redirect to Google and skips it.
 */
const chooseAccount = (context: BrowserContext, email: string) =>
  context.route('**/auth/v1/authorize?*', async (route) => {
    const { location = '' } = (await route.fetch({ maxRedirects: 0 })).headers()
    const google = new URL(location)
    const { client_id, redirect_uri = '', state = '' } = Object.fromEntries(google.searchParams)
    expect([google.hostname, client_id, redirect_uri]).toEqual([
      'accounts.google.com',
      'team-client',
      `${team.origin}/auth/v1/callback`,
    ])
    const back = new URLSearchParams({ state, code: team.google.issueCode({ email }) })
    await route.fulfill({ status: 302, headers: { location: `${redirect_uri}?${back}` } })
  })

async function signInAs(journey: Journey, email: string) {
  await chooseAccount(journey.context, email)
  await openPage(journey.page, `${journey.url}/login`)
  const [popup] = await Promise.all([
    journey.page.waitForEvent('popup'),
    journey.page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  // A server for a team asks a real service for the visitor's address.
  journey.expectComplaint(/api\.ipify\.org/)
  if (!popup.isClosed()) await popup.waitForEvent('close')
}

it('signs in with Google, generates, plays, and downloads a video, and keeps all of it after a crash', async () => {
  const journey = await startJourney({ url: team.origin, ignoreHTTPSErrors: true })
  const { page } = journey
  await signInAs(journey, 'ada@team.example')
  await page.waitForURL(`${team.origin}/`)
  await expectCredits(page, 1000)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A lighthouse in the rain, far thunder' })
  await clickGenerate(page)
  await page.getByText('Generating your video...').first().waitFor()
  await page.getByText('The video service is generating your video.').first().waitFor()
  // nginx cuts off what the server was sending.
  journey.expectComplaint(/status of 502|ERR_HTTP2_PROTOCOL_ERROR/)
  await team.kill()
  await team.restart()
  expect(await waitForVideo(page)).toMatch(`${team.origin}/storage/`)
  const { path } = await download(page)
  expect((await stat(path)).size).toBeGreaterThan(10_000)
  await openPage(page, `${team.origin}/videos`)
  await page.getByRole('main').getByText('A lighthouse in the rain').first().waitFor()
})

it('sends an address back that may not come in, with a sentence', async () => {
  const journey = await startJourney({ url: team.origin, ignoreHTTPSErrors: true })
  await signInAs(journey, 'eve@other.example')
  await journey.page.getByText('This Google account may not use this site.').first().waitFor()
})
