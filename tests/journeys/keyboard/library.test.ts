// Uses jobs and videos by keyboard. The focus stays visible, and is not lost when its element disappears.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as files from '../../support/image-files.ts'
import { getLibrary, getResultPanel, startWithFilledForm } from '../../support/journeys/faults.ts'
import { VIDEO_TIMEOUT_MS } from '../../support/journeys/generate.ts'
import { MOVING, openBrowser, waitForSession } from '../../support/journeys/journey.ts'
import { enter, expectDialogFocus, expectFocus, expectNewPage, tabTo } from '../../support/journeys/keyboard.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'
import { zipEntries } from '../../support/zip-entries.ts'

openBrowser()

const scripted = openScriptedProvider()

it('compares, cancels, chooses an image, plays, finds, downloads, joins, reuses, and continues videos by keyboard', async () => {
  const { provider } = scripted
  const { page, url } = await startWithFilledForm(scripted.url(), '')
  await page.emulateMedia(MOVING)
  // The browser's save dialog would wait for the user forever.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const mine = getLibrary(page)
  const press = (keys: string) => page.keyboard.press(keys)
  const cancel = getResultPanel(page).getByRole('button', { name: 'Cancel' })

  await page.getByLabel('Prompt', { exact: true }).focus()
  await page.keyboard.type('A brook')
  await enter(page, /^Compare$/, 'Shift+Tab')
  await expectFocus(page, /^Compare$/)
  provider.finish()
  await tabTo(page, /^Prompt$/)
  await press('ControlOrMeta+Enter')
  await page.getByRole('heading', { name: 'Side by side' }).waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await expectFocus(page, /^Your video$/)
  await enter(page, /^Generate New$/)
  await expectFocus(page, /^Prompt$/)
  await enter(page, /^Remove Veo 2$/, 'Shift+Tab')
  await expectFocus(page, /^Text to Video$/)

  provider.wait()
  await tabTo(page, /^Prompt$/)
  await press('ControlOrMeta+a')
  await page.keyboard.type('A pier')
  await press('ControlOrMeta+Enter')
  await cancel.waitFor()
  await enter(page, /^Cancel$/)
  await getResultPanel(page).getByText("You weren't charged.", { exact: false }).waitFor()
  await expectFocus(page, /^Your video$/)
  await enter(page, /^Generate New$/)
  await press('ControlOrMeta+Enter')
  await cancel.waitFor()
  await enter(page, /^Start another video$/)
  await expectFocus(page, /^Prompt$/)
  await enter(page, /^Cancel$/)
  // Both canceled jobs are now folded into one line, which takes the focus of the folded row.
  await mine.getByText('2 videos canceled.').waitFor()
  await expectFocus(page, /^2 videos canceled\. You weren't charged\.$/)
  await enter(page, /^2 videos canceled/)
  await mine.getByText('Canceled.', { exact: true }).nth(1).waitFor()
  await expectFocus(page, /^2 videos canceled/)
  await tabTo(page, /^Try again$/)

  await tabTo(page, /^All videos$/, 'Shift+Tab')
  await press('Enter')
  await expectNewPage(page, `${url}/videos`)
  await tabTo(page, /^Search titles and prompts$/)
  await page.keyboard.type('pier')
  await mine.getByText('2 videos found').waitFor()
  await enter(page, /^Clear filters$/)
  await expectFocus(page, /^Your videos$/)
  await enter(page, /^Failed$/)
  await mine.getByText('2 videos found').waitFor()
  await press('Enter')
  await expect.poll(() => mine.getByRole('button', { name: /^Play: / }).count()).toBe(2)
  await enter(page, /^List$/)
  await expectFocus(page, /^List$/)

  await enter(page, /^Select$/)
  for (let chosen = 1; chosen <= 2; chosen += 1) {
    await tabTo(page, /^A brook$/)
    await press(chosen === 1 ? 'Space' : 'Enter')
    await mine.getByText(`${chosen} selected.`).waitFor()
  }
  await tabTo(page, /^Join$/)
  await tabTo(page, /^Download$/, 'Shift+Tab')
  const [zip] = await Promise.all([page.waitForEvent('download'), press('Enter')])
  expect(zipEntries(await readFile(await zip.path()))).toHaveLength(2)
  await expectFocus(page, /^Selected videos$/)
  await enter(page, /^Join$/)
  await enter(page, /^Move video 1 down$/)
  await expectFocus(page, /^Move video 2 down$/)
  await enter(page, /^Move video 2 up$/, 'Shift+Tab')
  await expectFocus(page, /^Move video 1 up$/)
  await enter(page, /^Join$/)
  const joined = page.getByRole('dialog', { name: 'Your joined video' })
  await joined.waitFor()
  await expectDialogFocus(page)
  await tabTo(page, /^Download Video$/)
  await press('Escape')
  await expectFocus(page, /^Join$/)
  await enter(page, /^Done$/)
  await expectFocus(page, /^Your videos$/)

  await enter(page, /^Play: A brook$/)
  await expectDialogFocus(page)
  const player = page.getByRole('dialog', { name: 'Your video: A brook' })
  await tabTo(page, /^Pause$/)
  await press('Enter')
  await expectFocus(page, /^Play$/)
  await tabTo(page, /^Seek$/, 'Shift+Tab')
  await press('End')
  const video = player.locator('video')
  await expect
    .poll(() => video.evaluate((clip: HTMLVideoElement) => clip.currentTime / clip.duration))
    .toBeGreaterThan(0.9)
  await tabTo(page, /^Playback speed$/)
  await press('ArrowDown')
  await expect.poll(() => video.evaluate((clip: HTMLVideoElement) => clip.playbackRate)).not.toBe(1)
  await enter(page, /^Close player$/)
  await expectFocus(page, /^Play: A brook$/)

  await enter(page, /^Use again$/)
  await expectFocus(page, /^Prompt$/)
  await enter(page, /^More$/)
  await expectFocus(page, /^New take/)
  await press('ArrowDown')
  await expectFocus(page, /^Continue from last frame$/)
  await press('Enter')
  await expectFocus(page, /^Prompt$/)

  await page.reload()
  await waitForSession(page)
  await page.locator('form:not([inert])').waitFor()
  // Listens long before the key press, because Playwright misses a dialog that opens before the browser is ready to report it.
  const chosen = page.waitForEvent('filechooser')
  await tabTo(page, /^Upload image$/)
  await press('Space')
  const chooser = await chosen
  await chooser.setFiles({ name: 'card.png', mimeType: 'image/png', buffer: files.card(900, 600) })
  await page.getByRole('img', { name: 'card.png' }).waitFor()
  await expectFocus(page, /^Replace image$/)
  await enter(page, /^Remove image$/)
  await expectFocus(page, /^Upload image$/)
})

it("leads by keyboard from the message of a finished video, on another page, to that video's page", async () => {
  const { provider } = scripted
  const { page, url } = await startWithFilledForm(scripted.url(), 'A brook under ice')
  provider.wait()
  await page.getByLabel('Prompt', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await getResultPanel(page).getByRole('button', { name: 'Cancel' }).waitFor()
  await enter(page, /^Pricing$/, 'Shift+Tab')
  await expectNewPage(page, `${url}/pricing`)
  provider.finish()
  const message = page.getByRole('status', { name: 'Done' })
  await message.getByText('A brook under ice').waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await page.keyboard.press('F6')
  await enter(page, /^Show video$/)
  await page.waitForURL(/\/videos\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: 'A brook under ice' }).waitFor()
  await message.waitFor({ state: 'detached' })
  await tabTo(page, /^Star$/)

  await page.goto(`${url}/create-video#statement`)
  await getLibrary(page).getByText('Available now').waitFor()
  await expectFocus(page, /^Statement/)
  expect(await getLibrary(page).getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/^Transaction/),
    expect.stringMatching(/^A brook under ice\s+Charged/),
    expect.stringMatching(/\+600/),
  ])
  await tabTo(page, /^A brook under ice$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/videos\/[0-9a-f-]{36}$/)
})
