import type { Page } from 'playwright-core'

/** Delays the page's requests to `address` until `release` is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return { release: resolve }
}
