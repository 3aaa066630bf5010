import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { MOVING, openBrowser, openPage, signIn, startJourney } from '../support/journeys/journey.ts'
import { getOverflow, waitForFrame } from '../support/journeys/layout.ts'

openBrowser()

const banner = (page: Page) => page.getByRole('banner')
const tools = (page: Page) => banner(page).getByRole('button', { name: 'AI Tools' })
const generator = (page: Page) =>
  banner(page)
    .locator('[popover]')
    .getByRole('link', { name: /^Video Generator/ })
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })

it('opens the AI Tools menu under the mouse, keeps it open on the way to an item, and closes it when the mouse leaves', async () => {
  const { page, url } = await startJourney(MOVING)
  await openPage(page, url)
  await tools(page).hover()
  await generator(page).waitFor()
  // The menu opens right below its button.
  const [button, item] = await Promise.all([tools(page).boundingBox(), generator(page).boundingBox()])
  expect(Math.abs((item?.x ?? 0) - (button?.x ?? 0))).toBeLessThan(24)
  expect((item?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0))).toBeLessThan(40)
  await generator(page).hover()
  await page.waitForTimeout(400)
  expect(await generator(page).isVisible()).toBe(true)
  await page.mouse.move(900, 600)
  await generator(page).waitFor({ state: 'hidden' })

  await tools(page).click()
  await generator(page).waitFor()
  await generator(page).click()
  await page.waitForURL(`${url}/create-video`)
  await generator(page).waitFor({ state: 'hidden' })
})

it('opens and closes the AI Tools menu by keyboard, and returns the focus on Escape', async () => {
  const { page, url } = await startJourney(MOVING)
  await openPage(page, url)
  await tools(page).focus()
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toMatch(/^Video Generator/)
    await page.keyboard.press('Escape')
    await generator(page).waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('AI Tools')
    await page.keyboard.press(key)
    await generator(page).waitFor()
    await page.keyboard.press(key)
    await generator(page).waitFor({ state: 'hidden' })
  }
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Video Effects')
  await generator(page).waitFor({ state: 'hidden' })
})

it('opens the AI Tools menu by touch, and closes it by a touch elsewhere', async () => {
  const { page, url } = await startJourney({ ...MOVING, hasTouch: true })
  await openPage(page, url)
  await tools(page).tap()
  await generator(page).waitFor()
  await page.touchscreen.tap(1000, 500)
  await generator(page).waitFor({ state: 'hidden' })
  await tools(page).tap()
  await generator(page).tap()
  await page.waitForURL(`${url}/create-video`)
})

it('fills small screens with the header menu, traps the focus, closes on Escape, and leads to its pages', async () => {
  const { page, url } = await startJourney({ ...MOVING, viewport: { width: 360, height: 740 }, hasTouch: true })
  await openPage(page, url)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  // Waits until the menu's opening animation ends.
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 9; press += 1) {
      await page.keyboard.press(key)
      expect(await page.evaluate(() => Boolean(document.activeElement?.closest('dialog')))).toBe(true)
    }
  }
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Open menu')

  await page.getByRole('button', { name: 'Open menu' }).tap()
  await menu.getByRole('link', { name: 'Pricing' }).tap()
  await page.waitForURL(`${url}/pricing`)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

it('closes the small-screen menu on Back, and leaves the page on the next Back', async () => {
  const { page, url } = await startJourney({ ...MOVING, viewport: { width: 360, height: 740 }, hasTouch: true })
  await openPage(page, url)
  await openPage(page, `${url}/pricing`)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await menu.waitFor()
    await close()
    await menu.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(`${url}/pricing`)
  }
  // Back in the moment of opening closes the menu too.
  await page.getByRole('button', { name: 'Open menu' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    window.history.back()
  })
  await menu.waitFor({ state: 'hidden' })
  expect(page.url()).toBe(`${url}/pricing`)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await menu.getByRole('link', { name: 'Video Effects' }).tap()
  await page.waitForURL(`${url}/video-effects`)
  await page.goBack()
  await page.waitForURL(`${url}/pricing`)
  await page.goBack()
  await page.waitForURL(`${url}/`)
})

it('shows whole focus rings in the header', async () => {
  const { page, url } = await startJourney(MOVING)
  await openPage(page, `${url}/pricing`)
  const stops = await banner(page).getByRole('navigation').locator('a:visible, button:visible').all()
  expect(stops.length).toBe(4)
  for (const stop of stops) {
    await stop.focus()
    const ring = await stop.evaluate((element) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(element)
      return element.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth)
    })
    expect(ring).toBeGreaterThanOrEqual(0)
  }
})

it('lets no heading show through the header, which turns solid past 50 px of scrolling', async () => {
  const { page, url } = await startJourney({ ...MOVING, viewport: { width: 360, height: 740 } })
  await openPage(page, `${url}/create-video`)
  const looks = async (y: number) => {
    await page.evaluate((top) => scrollTo(0, top), y)
    await waitForFrame(page)
    return banner(page).evaluate((header) => ({
      shade: Number(getComputedStyle(header, '::before').opacity),
      isSolid: (header as HTMLElement).dataset.solid,
    }))
  }
  expect(await looks(0)).toEqual({ shade: 0, isSolid: 'false' })
  const heading = page.getByRole('heading', { level: 1 })
  for (const y of [16, 36, 50]) {
    expect(await looks(y)).toEqual({ shade: 1, isSolid: 'false' })
    if (y === 16) expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(64)
  }
  expect(await looks(51)).toEqual({ shade: 1, isSolid: 'true' })
})

it('shows very long names and addresses in the header at every width', async () => {
  const journey = await startJourney(MOVING)
  const { page, url } = journey
  const name = `Wilhelmina ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)}`
  const email = `${'very-long-address-'.repeat(3)}@${'mail-'.repeat(8)}example.com`
  await signIn(journey, { name, email })
  for (const width of [320, 640, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`${url}/pricing`)
    const account = banner(page).getByRole('button', { name: /^Account menu for Wilhelmina/ })
    await account.click()
    const panel = banner(page).locator('[popover]:popover-open')
    await panel.waitFor()
    await panel.getByText(email).first().waitFor()
    const box = await panel.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, `the menu is inside ${width} px`).toBe(true)
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await getOverflow(page), `no sideways scroll at ${width} px`).toBe(0)
  }
})
