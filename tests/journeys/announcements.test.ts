// A screen reader announces each step of a job once, without a running count, and the job's end.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getResultPanel, isStatus, startWithFilledForm } from '../support/journeys/faults.ts'
import { clickGenerate, VIDEO_TIMEOUT_MS } from '../support/journeys/generate.ts'
import { openBrowser } from '../support/journeys/journey.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

/** Records the text of changed live regions and new alerts, which screen readers announce. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert]'
    const getElement = (node: Node) => (node instanceof Element ? node : node.parentElement)
    new MutationObserver((changes) => {
      const found = changes.flatMap(({ target, addedNodes }) => [
        getElement(target)?.closest(regions),
        ...[...addedNodes].map((node) => (node instanceof Element ? node.querySelector('[role=alert]') : null)),
      ])
      for (const region of new Set(found)) {
        const text = region?.textContent?.trim()
        if (text && said.at(-1) !== text) said.push(text)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

it('announces each step of a job once to screen readers, and its end', async () => {
  const { provider } = scripted
  provider.wait()
  const { page } = await startWithFilledForm(scripted.url(), 'A brook under ice')
  const said = await listen(page)
  await clickGenerate(page)
  // Checks each announcement in turn, because other tests poll the same provider.
  await expect.poll(said).toContain("Generating your video...In the queue. The video service hasn't started yet.")
  provider.run()
  await expect.poll(said).toContain('Generating your video...The video service is generating your video.')
  // Waits for one more poll with the same status.
  await page.waitForResponse((response) => isStatus(response.request()))
  provider.finish()
  await getResultPanel(page).getByText('Your video is ready!').first().waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await expect.poll(said).toContain('Your video is ready to play and download.')
  const all = await said()
  expect(all.filter((text) => /\d:\d\d/.test(text))).toEqual([])
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeLessThanOrEqual(6)
})
