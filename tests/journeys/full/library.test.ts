import { expect, it } from 'vitest'
import { library, stage, startFilled } from '../../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

it('a finished video is found again after a reload, plays, is used again, and is deleted; the statement adds up', async () => {
  const provider = scripted.provider()
  provider.onStatus = () => provider.says('succeed')
  const { page } = await startFilled(scripted.url(), 'A brook under ice')
  await clickGenerate(page)
  await waitForVideo(page)
  const mine = library(page)
  await mine.getByText('20 credits charged').first().waitFor()

  await page.reload()
  await stage(page).getByText('Your next take').first().waitFor()
  await mine.getByText('A brook under ice').first().waitFor()
  await mine.getByRole('button', { name: 'Play: A brook under ice' }).click()
  const player = page.getByRole('dialog', { name: 'Your video: A brook under ice' })
  await expect
    .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(2)
  await page.keyboard.press('Escape')

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    mine.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^ai-video-\d+\.mp4$/)

  await page.getByLabel('Prompt', { exact: true }).fill('')
  await mine.getByRole('button', { name: 'Use again' }).click()
  await expect.poll(() => page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A brook under ice')

  await mine.locator('summary').click()
  await mine.getByText('580 credits', { exact: true }).first().waitFor()

  await mine.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await mine.getByText('Nothing here yet').first().waitFor()
  await page.reload()
  await expectCredits(page, 580)
  await mine.getByText('Nothing here yet').first().waitFor()
})

it('two tabs show one job; when one is closed the other goes on', async () => {
  const { page, context, owner, url } = await startFilled(scripted.url(), 'A pier at night')
  await clickGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  const other = await context.newPage()
  let polls = 0
  other.on('request', (request) => {
    if (/\/status$/.test(request.url())) polls += 1
  })
  await other.goto(`${url}/create-video`)
  await stage(other).getByText('Generating your video...').first().waitFor()
  await library(other).getByText('20 credits held').first().waitFor()
  await page.close()
  const before = polls
  await expect.poll(() => polls, { timeout: 30_000 }).toBeGreaterThan(before)
  scripted.provider().onStatus = () => scripted.provider().says('succeed')
  await waitForVideo(other)
  await library(other).getByText('20 credits charged').first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
})
