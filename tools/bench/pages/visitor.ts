// Simulates the visitors of the benchmarks. Chromium runs the production bundle and signs in through the stand-in.
import { type Browser, chromium, type Page } from 'playwright-core'
import { BROWSER_ARGS, findBrowser } from '../../sizes/find-browser.ts'

export function openChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...BROWSER_ARGS, '--ignore-certificate-errors', ...args],
  })
}

/** The phone of Lighthouse's mobile preset. */
export const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true } as const

/** Waits until the page's code knows that nobody is signed in. Before that, its Login link has a class for visitors. */
export async function waitUntilSignedOut(page: Page): Promise<void> {
  const login = page.getByRole('banner').locator('a:not([class*=visitor])', { hasText: /^Login$/ })
  // The menu also has a Login link, which is hidden.
  await login.filter({ visible: true }).waitFor()
}

/** Signs in and ends on the home page. The demo account has 2,500 credits, and a new user has 600. */
export async function signIn(page: Page, url: string, newcomer?: string): Promise<void> {
  await page.goto(`${url}/login`)
  await waitUntilSignedOut(page)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  if (newcomer) {
    await popup.getByText('Use another account').click()
    await popup.getByLabel('Name').fill(newcomer)
    await popup.getByLabel('Email').fill(`${newcomer.toLowerCase()}@example.com`)
  }
  await popup.getByRole('button', { name: newcomer ? 'Continue' : 'Demo Account' }).click()
  await page.waitForURL(`${url}/`)
  if (!newcomer) return
  await page.goto(`${url}/debug`)
  await page.getByLabel('套餐').selectOption('lite')
  await page.getByRole('button', { name: '模拟订阅' }).click()
  await page.getByRole('banner').getByText('600 credits').first().waitFor()
}
