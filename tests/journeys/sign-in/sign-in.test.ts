import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  createTestVisitor,
  expectCredits,
  type Journey,
  openBrowser,
  openPage,
  signIn,
  startJourney,
} from '../../support/journeys/journey.ts'
import { storedSession } from '../../support/journeys/ledger.ts'
import { publicKey } from '../../support/journeys/public-key.ts'

openBrowser()

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Returns the user's own login records, as row level security allows. */
async function getRecords({ page, url }: Journey): Promise<Record<string, unknown>[]> {
  const { access_token } = await storedSession(page)
  const response = await fetch(`${url}/rest/v1/login_logs?select=*`, {
    headers: { authorization: `Bearer ${access_token}`, apikey: await publicKey(url) },
  })
  return response.json() as Promise<Record<string, unknown>[]>
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account menu for ${name}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
}

it('signs in through the popup without a token in any address, records the login, and signs out', async () => {
  const journey = await startJourney({ userAgent: IPHONE })
  const { page, context, url } = journey
  const addresses: string[] = []
  context.on('request', (request) => addresses.push(request.url()))
  const person = createTestVisitor()
  await signIn(journey, person)
  await expect.poll(() => getRecords(journey), { timeout: 10_000 }).toHaveLength(1)
  const [record] = await getRecords(journey)
  expect(record).toMatchObject({
    user_id: (await storedSession(page)).user.id,
    ip_address: '127.0.0.1',
    user_agent: IPHONE,
    provider: 'google',
    device_type: 'mobile',
    local_time: expect.stringMatching(/^\d+\/\d+\/\d{4}, \d+:\d\d:\d\d [AP]M$/),
    os_name: 'iOS',
    browser_name: 'Mobile Safari',
    device_brand: 'Apple',
    device_model: 'iPhone',
    is_mobile: true,
  })
  expect(Math.abs(Date.now() - Date.parse(String(record?.login_time)))).toBeLessThan(60_000)
  expect(addresses.filter((address) => address.includes('access_token'))).toEqual([])

  await page.reload()
  await expectCredits(page, 0)
  await openPage(page, `${url}/login`)
  await page.waitForURL(`${url}/`)
  await signOut(page, person.name)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(storedSession(page)).rejects.toThrow('nobody')
  const kept = () => page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])
  await expect.poll(kept).toEqual([null, null])
})

it('records one login for two tabs at once and a second sign-in within 60 s', async () => {
  const journey = await startJourney()
  const { page, context, url } = journey
  const other = await context.newPage()
  await other.goto(`${url}/`)
  await other.getByRole('link', { name: 'Login' }).first().waitFor()
  const person = createTestVisitor()
  await signIn(journey, person)
  await expectCredits(page, 0)
  await expectCredits(other, 0)
  await expect.poll(() => getRecords(journey), { timeout: 10_000 }).toHaveLength(1)
  await signOut(page, person.name)
  const asked = page.waitForResponse((response) => response.url().includes('/rest/v1/login_logs?select=id'))
  await signIn(journey, person)
  await asked
  expect(await getRecords(journey)).toHaveLength(1)
})

it('shows a quiet note when the sign-in popup is closed, and an error when consent is denied', async () => {
  const { page, url } = await startJourney()
  await openPage(page, `${url}/login`)
  const button = page.getByRole('button', { name: 'Continue with Google' })
  const [closed] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await closed.waitForURL(/stand-ins/)
  await closed.close()
  await page
    .getByRole('status')
    .filter({ hasText: /closed/i })
    .waitFor()
  await expect.poll(() => button.isEnabled()).toBe(true)

  const [denied] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await denied.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').first().waitFor()
  await button.waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

it('signs in by redirect in the same tab if the popup is blocked', async () => {
  const { page, url } = await startJourney()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openPage(page, `${url}/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.waitForURL(/stand-ins\/google/)
  await page.getByRole('button', { name: 'Demo Account' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('button', { name: 'Account menu for Demo Account' }).waitFor()
})

it('completes two sign-ins at once, in a popup and in its tab, each with its own code', async () => {
  const { page, url } = await startJourney()
  await openPage(page, `${url}/login`)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.waitForURL(/stand-ins\/google/)
  await page.getByRole('button', { name: 'Use this tab instead' }).click()
  await page.waitForURL(/stand-ins\/google/)
  for (const [window, flow] of [
    [popup, 'popup=1&code'],
    [page, 'login?code'],
  ] as const) {
    const back = page.context().waitForEvent('request', (request) => request.url().includes(flow))
    const exchanged = page.context().waitForEvent('response', (response) => response.url().includes('grant_type=pkce'))
    await window.getByRole('button', { name: 'Demo Account' }).click()
    await back
    expect((await exchanged).status()).toBe(200)
  }
  await page.getByRole('button', { name: 'Account menu for Demo Account' }).waitFor()
})

it('removes an access token from the address without creating a session', async () => {
  const { page, url } = await startJourney()
  await page.goto(`${url}/#access_token=abc.def.ghi&token_type=bearer`)
  await page.getByRole('link', { name: 'Login' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/`)
})
