// Shares a video, plays it without an account, and revokes its link, by the owner and by the administrator.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { logInAsAdmin } from '../support/journeys/admin.ts'
import { expectNoFaults } from '../support/journeys/axe.ts'
import { chooseFromMore, getLibrary, startWithFilledForm } from '../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../support/journeys/generate.ts'
import { openBrowser, startJourney } from '../support/journeys/journey.ts'
import { enter, tabTo } from '../support/journeys/keyboard.ts'
import { readTags } from '../support/shared-card.ts'

openBrowser()

const PROMPT = 'A heron waits in the reeds'

/** Creates a link by keyboard. */
async function createLink(dialog: Locator): Promise<string> {
  await enter(dialog.page(), /^Create link$/)
  const field = dialog.getByLabel('Link', { exact: true })
  await field.waitFor()
  return field.inputValue()
}

const isPlaying = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0.2)

it('shares a video with a visitor who has no account, until its owner or the administrator revokes the link', async () => {
  const owner = await startWithFilledForm(undefined, PROMPT)
  const { page } = owner
  await clickGenerate(page)
  await waitForVideo(page)
  const jobId = await readJobId(page)
  await chooseFromMore(getLibrary(page), 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share this video' })
  await dialog.getByText('No links yet.').waitFor()
  const link = await createLink(dialog)
  expect(link).toMatch(/^http:\/\/localhost:\d+\/s\/[\w-]{22}$/)
  await expectNoFaults(page, 'dialog')

  // Reads the link preview as a messenger does.
  const answer = await fetch(link)
  const html = await answer.text()
  const tags = readTags(html)
  expect([answer.status, tags['og:type'], tags.robots]).toEqual([200, 'video.other', 'noindex'])
  expect([tags['og:image:width'], tags['og:image:height']]).toEqual(['640', '360'])
  const poster = await fetch(tags['og:image'] ?? '')
  expect(poster.headers.get('content-type')).toBe('image/webp')
  expect((await poster.arrayBuffer()).byteLength).toBeLessThanOrEqual(40 * 1024)
  for (const secret of [jobId, owner.owner.userId, PROMPT]) expect(html).not.toContain(secret)

  const viewer = await startJourney()
  viewer.expectComplaint(/status of 404/)
  await viewer.page.goto(link)
  await viewer.page.getByRole('heading', { level: 1, name: 'A video made with Soundreel' }).waitFor()
  // The keyboard alone starts the video with its sound, pauses it, and seeks on its waveform.
  const video = viewer.page.locator('video')
  await enter(viewer.page, /^Play video$/)
  await expect.poll(() => isPlaying(video)).toBe(true)
  expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(false)
  await viewer.page.keyboard.press('k')
  await tabTo(viewer.page, /^Seek$/)
  await viewer.page.keyboard.press('Home')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(0)
  await viewer.page.keyboard.press('ArrowRight')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(1)
  expect(await viewer.page.getByText(PROMPT).count()).toBe(0)
  await viewer.page.getByText(/^Drawn by a program, not by AI, as a preview of/).waitFor()
  const shown = await viewer.page.content()
  for (const secret of [jobId, owner.owner.userId]) expect(shown).not.toContain(secret)
  await viewer.page.getByText('Report this video').click()
  await viewer.page.getByLabel('Reason').waitFor()
  await expectNoFaults(viewer.page, 'page')

  await dialog.getByRole('button', { name: 'Close' }).click()
  await chooseFromMore(getLibrary(page), 'Share')
  await dialog.getByText(/^1 view, last on/).waitFor()
  expect(await dialog.getByLabel('Link', { exact: true }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('Link revoked.').waitFor()
  expect((await fetch(link)).status).toBe(404)
  // The player asks for a new address when the one that it has fails.
  await video.dispatchEvent('error')
  await viewer.page.getByRole('heading', { level: 1, name: 'This link has ended' }).waitFor()
  await viewer.page.getByText('No signal').waitFor()
  await expectNoFaults(viewer.page, 'ended')
  await viewer.page.reload()
  await viewer.page.getByRole('heading', { level: 1, name: 'Video not found' }).waitFor()
  await viewer.page.getByText('No signal').waitFor()
  await expectNoFaults(viewer.page, 'missing')
  await viewer.page.goto(link.slice(0, -4))
  await viewer.page.getByRole('heading', { level: 1, name: "This link isn't complete" }).waitFor()
  await viewer.page.getByText('No signal').waitFor()
  await expectNoFaults(viewer.page, 'incomplete')

  const other = await createLink(dialog)
  await viewer.page.goto(other)
  await viewer.page.getByText('Report this video').click()
  await viewer.page.getByLabel('Reason').selectOption({ label: 'Something else' })
  await viewer.page.getByLabel('Details (optional)').fill(`Not a heron: ${jobId}`)
  await viewer.page.getByRole('button', { name: 'Send report' }).click()
  await viewer.page.getByText('Thank you. We will look at this video.').waitFor()

  const admin = await startJourney()
  await logInAsAdmin(admin)
  const reports = admin.page.getByRole('region', { name: '被举报的视频' })
  const reported = reports
    .getByRole('listitem')
    .filter({ hasText: `Not a heron: ${jobId}` })
    .first()
  await reported.waitFor()
  await expectNoFaults(admin.page, 'reports')
  await reported.getByRole('button', { name: '下架' }).click()
  await admin.page.getByRole('dialog', { name: '确认下架该视频？' }).getByRole('button', { name: '下架' }).click()
  await reports.getByText(`已下架：${PROMPT}`).waitFor()

  expect((await fetch(other)).status).toBe(404)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await chooseFromMore(getLibrary(page), 'Share')
  await dialog.getByText(/^The administrator disabled sharing for this video\./).waitFor()
})

/** Returns the ID of the only job in the library. */
async function readJobId(page: Page): Promise<string> {
  const id = await getLibrary(page).getByRole('listitem').first().getAttribute('id')
  return id?.slice('video-'.length) ?? ''
}
