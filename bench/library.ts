// npm run bench:library: how a library of 500 videos loads and scrolls, in Chromium against the production bundle. The
// jobs are made up in the browser's network and all play one file. Prints figures, asserts none.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { startServer } from '../tests/support/journeys/server.ts'
import { openChromium, signIn } from './visitor.ts'

const VIDEOS = 500
const SCROLL_STEPS = 120

const clip = await readFile('tests/fixtures/one-second.mp4')
const server = await startServer()
const browser = await openChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await signIn(page, server.url)
  await page.route('**/api/jobs?*', (route) => route.fulfill({ json: answer(route.request().url()) }))
  await page.route('**/bench.mp4', (route) => route.fulfill({ contentType: 'video/mp4', body: clip }))
  await page.goto(`${server.url}/create-video`)
  const more = page.getByRole('button', { name: 'More videos' })
  await more.waitFor()
  const start = performance.now()
  while (await more.isVisible()) {
    await more.click()
    await page.waitForTimeout(50)
  }
  console.log(`${VIDEOS} videos in rows after ${Math.round(performance.now() - start)} ms of clicking 'More videos'`)
  console.table(await scroll(page))
  console.log('elements of the page:', await page.evaluate(() => document.querySelectorAll('*').length))
  console.log('players in it:', await page.evaluate(() => document.querySelectorAll('video').length))
} finally {
  await browser.close()
  await server.remove()
}

/** Frames drawn while the page is scrolled from top to bottom, in milliseconds. */
async function scroll(page: Page) {
  const frames = await page.evaluate(async (steps) => {
    const times: number[] = []
    const step = document.documentElement.scrollHeight / steps
    window.scrollTo(0, 0)
    let last = performance.now()
    for (let index = 0; index < steps; index += 1) {
      window.scrollBy(0, step)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const now = performance.now()
      times.push(now - last)
      last = now
    }
    return times
  }, SCROLL_STEPS)
  const sorted = frames.sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
  return { 'frame, median ms': at(0.5), 'frame, 95 % ms': at(0.95), 'frame, longest ms': at(1) }
}

function answer(address: string) {
  const query = new URL(address).searchParams
  if (query.get('open')) return { success: true, data: { jobs: [], nextCursor: null } }
  const from = Number(query.get('cursor') ?? 0)
  const to = Math.min(VIDEOS, from + Number(query.get('limit') ?? 12))
  const jobs = Array.from({ length: to - from }, (_, index) => job(from + index))
  return { success: true, data: { jobs, nextCursor: to < VIDEOS ? String(to) : null } }
}

function job(index: number) {
  const at = new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString()
  const url = `${server.url}/bench.mp4`
  return {
    id: randomUUID(),
    createdAt: at,
    status: 'succeeded',
    mode: 'text',
    model: 'veo-3',
    prompt: `Take ${index}: a lighthouse keeper reads his log aloud while rain runs down the lamp glass`,
    negativePrompt: '',
    length: 8,
    generateAudio: true,
    seed: index,
    credits: 330,
    settlement: 'captured',
    failureCode: null,
    failureReason: null,
    elapsedSeconds: 240,
    durationSeconds: 8,
    videoUrl: url,
    downloadUrl: url,
    imageUrl: null,
    canCancel: false,
  }
}
