import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser, startJourney } from '../../support/journeys/journey.ts'

openBrowser()

const FRAMES = 'https://platform.twitter.com/**'

/** A post as X serves it: it draws itself and then tells the page around it its height. */
const POST = `<body style="color:#fff"><p>The post itself</p><script>
  parent.postMessage({ 'twttr.embed': { jsonrpc: '2.0', method: 'twttr.private.resize', params: [{ height: 480 }] } }, '*')
</script>`

const posts = (page: Page) => page.locator('article[data-frame]')

async function openGallery(page: Page, url: string) {
  await page.goto(url)
  await page.getByRole('heading', { name: 'Made with these models' }).scrollIntoViewIfNeeded()
  // The words are there before the script that listens; a post begins to load with it.
  await page.locator('article[data-frame]:not([data-frame=waiting])').first().waitFor()
}

it('shows the posts themselves where their frames load, and asks only for those near the window', async () => {
  const { page, url } = await startJourney()
  const asked: string[] = []
  await page.route(FRAMES, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: POST })
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(asked.length).toBeLessThanOrEqual(4)

  await posts(page).first().scrollIntoViewIfNeeded()
  const frame = posts(page).first().locator('iframe')
  await expect.poll(() => frame.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  expect(await frame.boundingBox()).toMatchObject({ height: 550 })
  await page.frameLocator('article iframe').first().getByText('The post itself').first().waitFor()
  await posts(page).first().getByRole('link').waitFor({ state: 'hidden' })
  for (const address of asked) expect(new URL(address).search).toMatch(/theme=dark&dnt=true$/)
})

it('shows creator, caption and a link where frames are blocked, and never an error page', async () => {
  const { page, context, url } = await startJourney()
  await page.route(FRAMES, (route) => route.abort('blockedbyclient'))
  await openGallery(page, url)
  const first = posts(page).first()
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.getAttribute('data-frame')).toBe('loaded')
  await page.waitForTimeout(700)
  expect(await first.locator('iframe').evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
  await first.getByText('Hashem Al-Ghaili').first().waitFor()
  await first.getByText('iPrompt, a science-fiction short film with a full score.').first().waitFor()
  await context.route('https://x.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The post</title>' }),
  )
  const [post] = await Promise.all([page.waitForEvent('popup'), first.getByRole('link').click()])
  await post.waitForURL(/^https:\/\/x\.com\/HashemGhaili/)
  // What nobody sees takes no focus.
  await page.bringToFront()
  await first.focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
})

it('a category begins again at its buttons, and one question is open at a time', async () => {
  const { page, url } = await startJourney({ reducedMotion: 'reduce' })
  await page.route(FRAMES, (route) => route.abort())
  await openGallery(page, url)
  await page.getByRole('button', { name: 'More Videos' }).click()
  await expect.poll(() => posts(page).count()).toBe(12)
  await page.getByRole('button', { name: 'Animation', exact: true }).click()
  await expect.poll(() => posts(page).count()).toBe(4)
  const top = () =>
    page.getByRole('group', { name: 'Category' }).evaluate((element) => Math.round(element.getBoundingClientRect().top))
  // Under the header, which is 64 px high.
  await expect.poll(async () => (await top()) >= 64 && (await top()) < 140).toBe(true)

  const open = () => page.locator('details').evaluateAll((all) => all.map((item) => (item as HTMLDetailsElement).open))
  expect(await open()).toEqual([true, false, false, false, false, false])
  await page.getByText('Which models make sound?').click()
  await expect.poll(open).toEqual([false, false, true, false, false, false])
  await page.locator('details').nth(5).locator('summary').press('Enter')
  await expect.poll(open).toEqual([false, false, false, false, false, true])
})
