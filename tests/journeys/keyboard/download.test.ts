// Uses the generator, its library, and their dialogs by keyboard.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getLibrary, getResultPanel, startWith600 } from '../../support/journeys/faults.ts'
import { fillForm, VIDEO_TIMEOUT_MS } from '../../support/journeys/generate.ts'
import { openBrowser, openPage } from '../../support/journeys/journey.ts'
import {
  enter,
  expectDialogFocus,
  expectFocus,
  expectNewPage,
  focused,
  tabTo,
} from '../../support/journeys/keyboard.ts'
import { waitForFrame } from '../../support/journeys/layout.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

async function makeVideo(page: Page, prompt: string): Promise<void> {
  const { provider } = scripted
  const isSeen = Promise.withResolvers<undefined>()
  provider.finish()
  provider.intercept.status = () => isSeen.promise
  await page.getByLabel('Prompt', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(prompt)
  await page.keyboard.press('ControlOrMeta+Enter')
  await getResultPanel(page).getByText('Generating your video...').first().waitFor()
  await expect.poll(async () => (await focused(page)).name).toBe('Your video')
  isSeen.resolve(undefined)
  await getResultPanel(page).getByText('Your video is ready!').first().waitFor({ timeout: VIDEO_TIMEOUT_MS })
}

it('leads from the home page to a downloaded video by keyboard', async () => {
  const { page, url } = await startWith600(scripted.url())
  await openPage(page, url)
  await tabTo(page, /^Try Now$/)
  await page.keyboard.press('Enter')
  await expectNewPage(page, `${url}/create-video`)
  await page.getByRole('form', { name: 'Video settings' }).waitFor()
  await tabTo(page, /^Text to Video$/)
  const isPrompt = () => page.evaluate(() => document.activeElement?.getAttribute('name') === 'prompt')
  for (let presses = 0; presses < 10 && !(await isPrompt()); presses += 1) await page.keyboard.press('Tab')
  await makeVideo(page, 'A brook under ice')
  await tabTo(page, /^Download Video$/)
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(saved.suggestedFilename()).toMatch(/^ai-video-\d+\.mp4$/)
})

it('generates a video and uses its library row and dialogs by keyboard', async () => {
  const journey = await startWith600(scripted.url())
  const { page } = journey
  await fillForm(journey, { model: 'Kling 1.6' })
  await makeVideo(page, 'The first one')
  // The focus stayed in the panel, so the next tab stops are there.
  await tabTo(page, /^Download Video$/)
  await tabTo(page, /^Generate New$/)
  await page.keyboard.press('Enter')
  const prompt = page.getByLabel('Prompt', { exact: true })
  await expect.poll(() => prompt.evaluate((field) => field === document.activeElement)).toBe(true)
  await makeVideo(page, 'The second one')
  const mine = getLibrary(page)
  await mine
    .getByRole('button', { name: /^Play: / })
    .nth(1)
    .waitFor()

  await tabTo(page, /^Play: The second one$/)
  await page.keyboard.press('Enter')
  await expectDialogFocus(page)
  await page.keyboard.press('Escape')
  const focusedName = async () => (await focused(page)).name
  await expect.poll(focusedName).toBe('Play: The second one')

  await tabTo(page, /^More$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, /^New take/)
  await page.keyboard.press('s')
  await expectFocus(page, /^Share$/)
  await page.keyboard.press('Enter')
  const share = page.getByRole('dialog', { name: 'Share this video' })
  await expectDialogFocus(page)
  await tabTo(page, /^Show the prompt$/)
  await page.keyboard.press('Space')
  await enter(page, /^Create link$/)
  await tabTo(page, /^Copy/)
  await enter(page, /^Revoke$/)
  await share.getByText('Link revoked.').waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, /^More$/)

  await page.keyboard.press('Enter')
  await expectFocus(page, /^New take/)
  await page.keyboard.press('ArrowUp')
  await expectFocus(page, /^Delete$/)
  await page.keyboard.press('Escape')
  await expectFocus(page, /^More$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, /^New take/)
  await page.keyboard.press('d')
  await expectFocus(page, /^Delete$/)
  await page.keyboard.press('Enter')
  await expect.poll(focusedName).toBe('Cancel')
  await page.keyboard.press('Enter')
  await expect.poll(focusedName).toBe('More')
  await page.keyboard.press('Enter')
  await expectFocus(page, /^New take/)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(focusedName).toBe('Cancel')
  await tabTo(page, /^Delete permanently$/)
  await page.keyboard.press('Enter')
  await mine.getByRole('listitem').filter({ hasText: 'The second one' }).waitFor({ state: 'detached' })
  await expect.poll(focusedName).toContain('The first one')
})

it.each([
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])('shows the keyboard focus at every stop at $width px', async (viewport) => {
  const { page, url } = await startWith600(scripted.url())
  await page.setViewportSize(viewport)
  await openPage(page, `${url}/create-video`)
  await page.getByText('No videos yet').first().waitFor()
  await page.getByRole('tab', { name: 'Image to Video' }).click()
  await page.evaluate(() => {
    scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  const faults: unknown[] = []
  let stops = 0
  for (; stops < 60; stops += 1) {
    await page.keyboard.press('Tab')
    // The browser may still scroll smoothly to the focused element.
    let now = await focused(page)
    for (let frames = 0; now.fault && frames < 30; frames += 1) {
      await waitForFrame(page)
      now = await focused(page)
    }
    if (now.name === '') break
    if (now.fault) faults.push(now)
  }
  expect(faults).toEqual([])
  expect(stops).toBeGreaterThan(20)
})
