// Checks which parts of the generator's form are visible without scrolling, and which parts must not move.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startWithFilledForm } from '../support/journeys/faults.ts'
import { chooseModel, clickGenerate, getModelButton, waitForVideo } from '../support/journeys/generate.ts'
import { openBrowser, openPage, startJourney } from '../support/journeys/journey.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

async function openForm(options: Parameters<typeof startJourney>[0] = {}): Promise<Page> {
  const { page, url } = await startJourney({ viewport: { width: 1440, height: 900 }, ...options })
  await openPage(page, `${url}/create-video`)
  return page
}

const audio = (page: Page) => page.getByRole('switch', { name: 'Generate Audio' })

/** Returns the top and bottom of the Generate button's bar and of the form parts above it. */
function edges(page: Page): Promise<Record<string, [top: number, bottom: number]>> {
  return page.locator('form').evaluate((form) => {
    const parts = { bar: '.generate-bar', prompt: '[name=prompt]', duration: '[role=group]', audio: '[role=switch]' }
    return Object.fromEntries(
      Object.entries(parts).map(([name, selector]) => {
        const { top, bottom } = form.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return [name, [Math.round(top), Math.round(bottom)]]
      }),
    )
  })
}

const getHeight = ({ bar: [top, bottom] = [0, 0] }: Awaited<ReturnType<typeof edges>>) => bottom - top

it.each(['Image to Video', 'Text to Video'])(
  'shows the prompt and duration of the %s form above the Generate bar at 1440 x 900',
  async (tab) => {
    const page = await openForm()
    await page.getByRole('tab', { name: tab }).click()
    const { bar, prompt, duration, audio } = await edges(page)
    expect(bar?.[1]).toBeLessThanOrEqual(900)
    expect(prompt?.[1]).toBeLessThan(bar?.[0] ?? 0)
    expect(duration?.[1]).toBeLessThan(bar?.[0] ?? 0)
    if (tab === 'Text to Video') expect(audio?.[1]).toBeLessThan(bar?.[0] ?? 0)
  },
)

it('fits the whole form, ends the idle panel with it, and covers no field at 1440 x 900 and 768 x 1024', async () => {
  const page = await openForm()
  const getEdge = (selector: string, edge: 'top' | 'bottom') =>
    page.locator(selector).evaluate((element, edge) => Math.round(element.getBoundingClientRect()[edge]), edge)
  expect(await getEdge('form', 'bottom')).toBe(await getEdge('#result-panel', 'bottom'))
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await getEdge('form', 'bottom')).toBeLessThanOrEqual(height)
    expect(await getEdge('[name=negativePrompt]', 'bottom')).toBeLessThan(await getEdge('.generate-bar', 'top'))
  }
})

it('shows a field above the Generate bar when it gets the focus on a phone', async () => {
  const page = await openForm({ viewport: { width: 360, height: 780 } })
  await page.getByRole('button', { name: '8 seconds' }).focus()
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    const [bottom, top, isBar] = await page.evaluate(() => {
      const bar = document.querySelector('.generate-bar') as Element
      const focused = document.activeElement as Element
      return [focused.getBoundingClientRect().bottom, bar.getBoundingClientRect().top, bar.contains(focused)] as const
    })
    if (!isBar) expect(bottom).toBeLessThanOrEqual(top)
  }
})

it('moves nothing in the form when a silent model or a sentence about the sign-in appears', async () => {
  const page = await openForm()
  const before = await edges(page)
  await chooseModel(page, 'Kling 1.6')
  await page.getByText('Silent model').waitFor()
  expect(await edges(page)).toEqual(before)
  await page.getByLabel('Prompt', { exact: true }).fill('A brook under ice')
  await page.getByRole('button', { name: /^Generate Video/ }).click()
  await page.getByText('Please login before generating a video').waitFor()
  // The click may have scrolled the page, so this compares heights.
  expect(getHeight(await edges(page))).toBe(getHeight(before))
})

it('opens the list of models within the window, and covers no part of the Generate button at 768 and 1440', async () => {
  const page = await openForm()
  for (const [width, height] of [
    [360, 740],
    [768, 900],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await getModelButton(page).click()
    await page.getByRole('option').first().waitFor()
    const { popup, button } = await page.evaluate(() => {
      const getBox = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect
      return { popup: getBox(':popover-open').toJSON(), button: getBox('.generate-bar [type=submit]').toJSON() }
    })
    expect(popup.top).toBeGreaterThanOrEqual(0)
    expect(popup.bottom).toBeLessThanOrEqual(height)
    expect(popup.left).toBeGreaterThanOrEqual(0)
    expect(popup.right).toBeLessThanOrEqual(width)
    if (width >= 768) expect(popup.bottom).toBeLessThan(button.top)
    for (const option of await page.getByRole('option').all()) {
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Escape')
  }
})

it('outlines the active model in forced colors, and closes the list at Escape with the focus on its button', async () => {
  const page = await openForm({ forcedColors: 'active' })
  await getModelButton(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('listbox', { name: 'Model' }).waitFor()
  await page.keyboard.press('Home')
  const outlined = () =>
    page
      .getByRole('option')
      .evaluateAll((options) => options.map((one) => getComputedStyle(one).outlineStyle === 'solid'))
  await expect.poll(outlined).toEqual([true, false, false])
  await page.keyboard.press('Escape')
  await expect.poll(() => getModelButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await getModelButton(page).textContent()).toContain('Veo 3')
})

it("shows the audio switch's thumb in forced colors", async () => {
  const page = await openForm({ forcedColors: 'active' })
  const thumb = audio(page).locator('span span')
  const colors = () =>
    thumb.evaluate((element) => {
      const track = getComputedStyle(element.parentElement as Element).backgroundColor
      return [getComputedStyle(element).backgroundColor, track]
    })
  const [on, trackOn] = await colors()
  expect(on).not.toBe(trackOn)
  await audio(page).click()
  const [off, trackOff] = await colors()
  expect(off).not.toBe(trackOff)
})

it("makes the form's link down to the video large enough for a finger", async () => {
  const { provider } = scripted
  provider.finish()
  const { page } = await startWithFilledForm(scripted.url())
  await clickGenerate(page)
  await waitForVideo(page)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 })
    const link = page.getByRole('link', { name: 'See your video below' })
    await link.scrollIntoViewIfNeeded()
    const { height, ends } = await link.evaluate((element) => {
      const { left, top, bottom, height } = element.getBoundingClientRect()
      const ends = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 9, y) === element)
      return { height, ends }
    })
    expect(height).toBeGreaterThanOrEqual(44)
    expect(ends).toEqual([true, true])
  }
})
