import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoFaults } from '../support/journeys/axe.ts'
import { getLibrary, startWith600 } from '../support/journeys/faults.ts'
import { openBrowser } from '../support/journeys/journey.ts'
import { makeVideo } from '../support/journeys/make-video.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const path = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search)

it("keeps the library's filters, order, view, and selection over reload and Back, and leads from video to video", async () => {
  const { provider } = scripted
  provider.finish()
  const { page, url, owner } = await startWith600(scripted.url())
  for (const prompt of ['A brook under ice', 'A pier at night', 'A brook in spring']) {
    await makeVideo(owner, 'kling-1.6', prompt)
  }
  const mine = getLibrary(page)
  await page.goto(`${url}/videos`)
  await title(page).waitFor()
  await mine.getByRole('searchbox').fill('brook')
  await mine.getByText('2 videos found').waitFor()
  await mine.getByRole('combobox', { name: 'Order' }).selectOption('oldest')
  await mine.getByRole('button', { name: 'List', exact: true }).click()
  await mine.getByRole('button', { name: 'Select' }).click()
  await mine.getByRole('checkbox', { name: 'A brook in spring' }).check()
  await expect.poll(() => path(page)).toMatch(/^\/videos\?q=brook&sort=oldest&view=list&select=[0-9a-f-]{36}$/)
  await page.reload()
  await mine.getByText('2 videos found').waitFor()
  await mine.getByText('1 selected.').waitFor()
  expect(await mine.getByRole('searchbox').inputValue()).toBe('brook')
  const names = await mine.getByRole('listitem').allInnerTexts()
  expect(names).toEqual([expect.stringContaining('under ice'), expect.stringContaining('in spring')])
  await expectNoFaults(page, 'the library')

  await mine.getByRole('button', { name: 'Done' }).click()
  await mine.getByRole('link', { name: 'A brook under ice' }).click()
  await title(page).getByText('A brook under ice').waitFor()
  const others = page.getByRole('navigation', { name: 'Other videos' })
  await others.getByRole('link', { name: /^Next/ }).click()
  await title(page).getByText('A brook in spring').waitFor()
  await page.reload()
  await title(page).getByText('A brook in spring').waitFor()
  await page.getByText('20 credits charged').waitFor()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1)
  await others.getByRole('link', { name: /^Previous/ }).waitFor()
  expect(await others.getByRole('link').count()).toBe(1)
  await expectNoFaults(page, 'a video')
  await page.goBack()
  await title(page).getByText('A brook under ice').waitFor()
  await page.goBack()
  await mine.getByText('2 videos found').waitFor()

  const [own] = (await mine.getByRole('link', { name: 'A brook under ice' }).getAttribute('href'))?.split('?') ?? []
  const stranger = await startWith600(scripted.url())
  stranger.expectComplaint(/404 \(Not Found\)/)
  await stranger.page.goto(url + own)
  await title(stranger.page).getByText('Video not found').waitFor()
  await expectNoFaults(stranger.page, 'a foreign video')
})
