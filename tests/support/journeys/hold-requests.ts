import type { Page } from 'playwright-core'

/** Holds back what the page asks `address` for, until `release`. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return { release: resolve }
}
