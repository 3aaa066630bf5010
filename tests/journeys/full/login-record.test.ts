import type { BrowserContextOptions } from 'playwright-core'
import { expect, it } from 'vitest'
import { logInAsAdmin, search } from '../../support/journeys/admin.ts'
import {
  expectCredits,
  type Journey,
  lane,
  newPerson,
  openBrowser,
  signIn,
  startJourney,
} from '../../support/journeys/journey.ts'
import { storedSession } from '../../support/journeys/ledger.ts'
import { publicKey } from '../../support/journeys/public-key.ts'

openBrowser()

/** The person's own rows, as row level security shows them. */
async function recordsOf({ page, url }: Journey): Promise<Record<string, unknown>[]> {
  const { access_token } = await storedSession(page)
  return recordsSeenWith(url, access_token)
}

async function recordsSeenWith(url: string, token: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${url}/rest/v1/login_logs?select=*`, {
    headers: { authorization: `Bearer ${token}`, apikey: await publicKey(url) },
  })
  return response.json() as Promise<Record<string, unknown>[]>
}

const DEVICES: [string, BrowserContextOptions['userAgent'], Record<string, unknown>][] = [
  [
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    { os_name: 'iOS', browser_name: 'Mobile Safari', device_brand: 'Apple', device_model: 'iPhone', is_mobile: true },
  ],
  [
    'tablet',
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    { os_name: 'Android', browser_name: 'Chrome', device_brand: 'Samsung', device_model: 'SM-X710', is_mobile: true },
  ],
  [
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    { os_name: 'Linux', browser_name: 'Firefox', device_brand: '', device_model: '', is_mobile: false },
  ],
  [
    'other',
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    { os_name: 'PlayStation', device_brand: 'Sony', device_model: 'PlayStation 5', is_mobile: false },
  ],
]

it.each(DEVICES)('records a sign-in with every field: %s', async (device_type, userAgent = '', fields) => {
  const journey = await startJourney({ userAgent })
  await signIn(journey, newPerson())
  await expect.poll(() => recordsOf(journey), { timeout: 10_000 }).toHaveLength(1)
  const [record] = await recordsOf(journey)
  const { user } = await storedSession(journey.page)
  expect(record).toMatchObject({
    user_id: user.id,
    ip_address: '127.0.0.1',
    user_agent: userAgent,
    provider: 'google',
    device_type,
    local_time: expect.stringMatching(/^\d+\/\d+\/\d{4}, \d+:\d\d:\d\d [AP]M$/),
    ...fields,
  })
  expect(Math.abs(Date.now() - Date.parse(String(record?.login_time)))).toBeLessThan(60_000)
})

it('two tabs at once, and a second sign-in within 60 s, leave one row', async () => {
  const journey = await startJourney()
  const other = await journey.context.newPage()
  await other.goto(`${journey.url}/`)
  await other.getByRole('link', { name: 'Login' }).first().waitFor()
  const person = newPerson()
  await signIn(journey, person)
  await expectCredits(journey.page, 0)
  await expectCredits(other, 0)
  await expect.poll(() => recordsOf(journey), { timeout: 10_000 }).toHaveLength(1)
  await journey.page.getByRole('button', { name: `Account of ${person.name}` }).click()
  await journey.page.getByRole('button', { name: 'Sign out' }).click()
  await journey.page.getByRole('link', { name: 'Login' }).first().waitFor()
  const asked = journey.page.waitForResponse((response) => response.url().includes('/rest/v1/login_logs?select=id'))
  await signIn(journey, person)
  await asked
  expect(await recordsOf(journey)).toHaveLength(1)
})

it('somebody who signs out before their record is written is recorded all the same', async () => {
  const journey = await startJourney()
  const held = Promise.withResolvers<void>()
  await journey.context.route('**/rest/v1/users*', async (route) => {
    await held.promise
    await route.continue()
  })
  const person = newPerson()
  await signIn(journey, person)
  await journey.page.getByRole('button', { name: `Account of ${person.name}` }).click()
  const { access_token } = await storedSession(journey.page)
  await journey.page.getByRole('button', { name: 'Sign out' }).click()
  await journey.page.getByRole('link', { name: 'Login' }).first().waitFor()
  held.resolve()
  await expect.poll(() => recordsSeenWith(journey.url, access_token), { timeout: 10_000 }).toHaveLength(1)
})

it("an address that cannot be looked up is 'unknown', and the administrator sees it so", async () => {
  const journey = await startJourney()
  journey.expectComplaint(/net::ERR_FAILED/)
  await journey.context.route(/\/ip\b|\/stand-ins\/ip/, (route) => route.abort())
  const person = newPerson()
  await signIn(journey, person)
  await expect.poll(() => recordsOf(journey), { timeout: 10_000 }).toMatchObject([{ ip_address: 'unknown' }])
  const admin = await startJourney()
  await logInAsAdmin(admin)
  await search(admin.page, person.email)
  await admin.page.getByRole('row').filter({ hasText: person.email }).getByText('unknown').first().waitFor()
})

it('a record that cannot be written is for the console alone: the person is signed in all the same', async () => {
  const journey = await startJourney()
  journey.expectComplaint(/The login could not be recorded|500/)
  await journey.context.route('**/rest/v1/login_logs*', (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  )
  const said = journey.page.waitForEvent('console', (message) => message.text().startsWith('The login could not be'))
  const person = newPerson()
  await signIn(journey, person)
  await said
  await journey.page.getByRole('button', { name: `Account of ${person.name}` }).waitFor()
  expect(await journey.page.getByRole('alert').count()).toBe(0)
  expect(await recordsOf({ ...journey, url: lane().url })).toEqual([])
})
