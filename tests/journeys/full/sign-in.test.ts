import { expect, it } from 'vitest'
import { expectCredits, newPerson, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { storedSession } from '../../support/journeys/ledger.ts'

openBrowser()

const loginButton = { name: 'Continue with Google' }

it('signs in through the popup with no token in any address, records it, and signs out', async () => {
  const journey = await startJourney()
  const { page, context, url } = journey
  const addresses: string[] = []
  const recorded: string[] = []
  context.on('request', (request) => {
    addresses.push(request.url())
    if (request.method() === 'POST' && request.url().includes('/rest/v1/login_logs'))
      recorded.push(request.postData() ?? '')
  })
  const person = newPerson()
  const inserted = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/rest/v1/login_logs'),
  )
  await signIn(journey, person)
  await inserted
  expect(recorded).toHaveLength(1)
  expect(JSON.parse(recorded[0] ?? '')).toMatchObject({
    ip_address: '127.0.0.1',
    provider: 'google',
    device_type: 'desktop',
    is_mobile: false,
    browser_name: expect.stringContaining('Chrome'),
  })
  expect(addresses.filter((address) => address.includes('access_token'))).toEqual([])

  await page.reload()
  await expectCredits(page, 0)
  await page.goto(`${url}/login`)
  await page.waitForURL(`${url}/`)

  await page.getByRole('button', { name: `Account of ${person.name}` }).click()
  await page.locator('.menu-account').getByText(person.email).first().waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(storedSession(page)).rejects.toThrow('nobody')
  const kept = () => page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])
  await expect.poll(kept).toEqual([null, null])
})

it('consent denied: a sentence, and the button is there again', async () => {
  const { page, url } = await startJourney()
  await page.goto(`${url}/login`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', loginButton).click()])
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('button', loginButton).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

it('a closed popup returns to the button with a quiet note', async () => {
  const { page, url } = await startJourney()
  await page.goto(`${url}/login`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', loginButton).click()])
  await popup.waitForURL(/stand-ins/)
  await popup.close()
  await page
    .getByRole('status')
    .filter({ hasText: /closed/i })
    .waitFor()
  await expect.poll(() => page.getByRole('button', loginButton).isEnabled()).toBe(true)
})

it('a blocked popup signs in by redirect in the same tab', async () => {
  const { page, url } = await startJourney()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(`${url}/login`)
  await page.getByRole('button', loginButton).click()
  await page.waitForURL(/stand-ins\/google/)
  await page.getByRole('button', { name: 'Demo Account' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('button', { name: 'Account of Demo Account' }).waitFor()
})

it('an access token in the address never makes a session and is taken out of it', async () => {
  const { page, url } = await startJourney()
  await page.goto(`${url}/#access_token=abc.def.ghi&token_type=bearer`)
  await page.getByRole('link', { name: 'Login' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/`)
})
