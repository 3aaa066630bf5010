import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { measureContrastOver } from '../support/journeys/contrast.ts'
import { openBrowser, openPage, startJourney } from '../support/journeys/journey.ts'

openBrowser()

const FRAMES = 'https://platform.twitter.com/**'

/** A post as X serves it. The post renders itself, then reports its height to the page. */
const POST = `<body style="color:#fff"><p>The post itself</p><script>
  parent.postMessage({ 'twttr.embed': { jsonrpc: '2.0', method: 'twttr.private.resize', params: [{ height: 480 }] } }, '*')
</script>`

const posts = (page: Page) => page.locator('article[data-frame]')

async function openGallery(page: Page, url: string) {
  await page.goto(url)
  await page.getByRole('heading', { name: 'Made with these models' }).scrollIntoViewIfNeeded()
  await touchGallery(page)
}

/** Scrolls until the first post starts to load. A post needs the page's script and a user action for that. */
async function touchGallery(page: Page) {
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1)
      return posts(page).first().getAttribute('data-frame')
    })
    .not.toBe('waiting')
}

it('shows gallery posts where their frames load, and requests those near the window once the page is used', async () => {
  const { page, url } = await startJourney()
  const asked: string[] = []
  await page.route(FRAMES, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: POST })
  })
  await openPage(page, url)
  await posts(page).first().scrollIntoViewIfNeeded()
  // Reloads the page at its scroll position.
  await page.reload({ waitUntil: 'networkidle' })
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  expect(asked).toEqual([])

  await touchGallery(page)
  await posts(page).first().scrollIntoViewIfNeeded()
  const frame = posts(page).first().locator('iframe')
  await expect.poll(() => frame.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  expect(await frame.boundingBox()).toMatchObject({ height: 550 })
  await page.frameLocator('article iframe').first().getByText('The post itself').first().waitFor()
  await posts(page).first().getByRole('link').waitFor({ state: 'hidden' })
  for (const address of asked) expect(new URL(address).search).toMatch(/theme=dark&dnt=true$/)
})

it("shows a gallery post that sends no message, and passes clicks to the card's link in case the post is blank", async () => {
  const { page, context, url } = await startJourney()
  await page.route(FRAMES, (route) => route.fulfill({ contentType: 'text/html', body: '<body>A silent post' }))
  await openGallery(page, url)
  const first = posts(page).first()
  await first.scrollIntoViewIfNeeded()
  const frame = first.locator('iframe')
  await expect.poll(() => frame.evaluate((element) => getComputedStyle(element).opacity), { timeout: 15_000 }).toBe('1')
  await context.route('https://x.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The post</title>' }),
  )
  const [post] = await Promise.all([page.waitForEvent('popup'), first.click()])
  await post.waitForURL(/^https:\/\/x\.com\/HashemGhaili/)
})

it("shows a gallery post's creator, caption, and link where frames are blocked, and never an error page", async () => {
  const { page, context, url } = await startJourney()
  await page.route(FRAMES, (route) => route.abort('blockedbyclient'))
  const refused = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await openGallery(page, url)
  const first = posts(page).first()
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.getAttribute('data-frame')).toBe('loaded')
  await refused
  expect(await first.locator('iframe').evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
  await first.getByText('Hashem Al-Ghaili').first().waitFor()
  await first.getByText('iPrompt, a science-fiction short').first().waitFor()
  await context.route('https://x.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The post</title>' }),
  )
  const [post] = await Promise.all([page.waitForEvent('popup'), first.getByRole('link').click()])
  await post.waitForURL(/^https:\/\/x\.com\/HashemGhaili/)
  // Hidden posts are not focusable.
  await page.bringToFront()
  await first.focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
})

it('keeps the words of a gallery post that does not load readable over the light of its category', async () => {
  const { page, url } = await startJourney({ viewport: { width: 360, height: 740 } })
  await page.route(FRAMES, (route) => route.abort())
  await openGallery(page, url)
  for (const category of ['Movie', 'Animation', 'Product', 'Talk show', 'Other']) {
    await page.getByRole('button', { name: category, exact: true }).click()
    const post = posts(page).first()
    // The category before stays for a moment, and has as many posts.
    await post.getByText(category.toLowerCase(), { exact: true }).waitFor()
    await expect.poll(() => post.getAttribute('data-frame')).toBe('loaded')
    for (const [index, text] of (await post.locator('p').all()).entries()) {
      // Hides the text to measure only the background behind it. The post may have been drawn again since the last text.
      await post.locator('p, a').evaluateAll((all) => {
        for (const element of all as HTMLElement[]) element.style.setProperty('visibility', 'hidden')
      })
      // Scrolls the text into view again, because the click on a category may scroll to the buttons this late.
      await text.evaluate((words) => words.scrollIntoView({ block: 'center', inline: 'center' }))
      const clip = await text.boundingBox()
      if (!clip) throw new Error('the card lacks words')
      expect(
        await measureContrastOver(await page.screenshot({ clip, animations: 'disabled' }), 1),
        `${category}, text ${index}`,
      ).toBeGreaterThan(4.5)
    }
  }
})

it("scrolls to the gallery's buttons when a category is chosen, and opens one question at a time", async () => {
  const { page, url } = await startJourney()
  await page.route(FRAMES, (route) => route.abort())
  await openGallery(page, url)
  await page.getByRole('button', { name: 'More Videos' }).click()
  await expect.poll(() => posts(page).count()).toBe(12)
  await page.getByRole('button', { name: 'Animation', exact: true }).click()
  await expect.poll(() => posts(page).count()).toBe(4)
  const top = () =>
    page.getByRole('group', { name: 'Category' }).evaluate((element) => Math.round(element.getBoundingClientRect().top))
  // The header covers the top 64 px.
  await expect.poll(async () => (await top()) >= 64 && (await top()) < 140).toBe(true)

  const open = () => page.locator('details').evaluateAll((all) => all.map((item) => (item as HTMLDetailsElement).open))
  expect(await open()).toEqual([true, false, false, false, false, false])
  await page.getByText('Which models generate sound?').click()
  await expect.poll(open).toEqual([false, false, true, false, false, false])
  await page.locator('details').nth(5).locator('summary').press('Enter')
  await expect.poll(open).toEqual([false, false, false, false, false, true])
})
