// npm run bench:playback: how long it takes from the moment the provider has the file to the moment the person sees it play,
// in Chromium against the production bundle, with our own copy of it made, checked and paid in between. The bar is a
// median of 1.5 s. LONG_POLL_SECONDS=0 measures it without answers that wait. Prints figures, asserts none; some 5 minutes.
import { readFile } from 'node:fs/promises'
import { startServerWithProvider } from '../../../tests/harness/pollo-server.ts'
import { countLoads, getMedian, report, rounds } from '../figures.ts'
import { openChromium, signIn } from './visitor.ts'

const RUNS = rounds(12)
/** No video takes less. */
const FIRST_READY_MS = 6000
/** A poll that waits 20 s, and the 5 s after it. */
const CYCLE_MS = 25_000
const BAR_MS = 1500
/** A video of a real size: 720p with sound. */
const CLIP = 'public/videos/asmr1.mp4'

const clip = await readFile(CLIP)
// The same settings as `npm start` has for its stand-in.
const { server, provider, stop } = await startServerWithProvider({
  env: { LONG_POLL_SECONDS: process.env.LONG_POLL_SECONDS ?? '20' },
})
const browser = await openChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(tellPlaying)
  await signIn(page, server.url)
  await page.goto(`${server.url}/create-video`)
  await page.getByLabel('Model').selectOption({ value: 'kling-1.6' })
  console.log(`${RUNS} videos of ${(clip.length / 1e6).toFixed(1)} MB; load ${countLoads()}`)
  const runs: { 'after the first poll, ms': number; 'until found, ms': number; 'until it plays, ms': number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    provider.reset()
    provider.onFile = () => ({ type: 'video/mp4', body: clip })
    await page.getByLabel('Prompt', { exact: true }).fill(`Take ${run}: a lighthouse in the rain`)
    const polled = page.waitForResponse((response) => response.url().endsWith('/status'))
    await page.getByRole('button', { name: /^Generate Video/ }).click()
    await polled
    // Spread over all that a page does between two polls.
    const readyAfter = Math.round(FIRST_READY_MS + (run * CYCLE_MS) / RUNS)
    await page.waitForTimeout(readyAfter)
    const readyAt = Date.now()
    let foundAt = 0
    provider.onStatus = () => {
      foundAt ||= Date.now()
      return provider.says('succeed')
    }
    const playsAt = await page.evaluate(() => Reflect.get(window, 'nextPlaying') as Promise<number>)
    runs.push({
      'after the first poll, ms': readyAfter,
      'until found, ms': foundAt - readyAt,
      'until it plays, ms': playsAt - readyAt,
    })
    await page.getByRole('button', { name: 'Generate New' }).click()
  }
  console.table(runs)
  const times = runs.map((run) => run['until it plays, ms'])
  const own = runs.map((run) => run['until it plays, ms'] - run['until found, ms'])
  report([
    { name: 'provider ready to playing', value: getMedian(times), unit: 'ms', most: BAR_MS },
    { name: 'of it after the poll that found it', value: getMedian(own), unit: 'ms' },
  ])
} finally {
  await browser.close()
  await stop()
}

/** Runs in the page: tells when a video on the monitor first plays, which it does by itself. */
function tellPlaying() {
  let next = Promise.withResolvers<number>()
  Reflect.set(window, 'nextPlaying', next.promise)
  document.addEventListener(
    'playing',
    ({ target }) => {
      if (!(target instanceof HTMLVideoElement) || !target.closest('section[aria-label="Your video"]')) return
      next.resolve(Date.now())
      next = Promise.withResolvers<number>()
      Reflect.set(window, 'nextPlaying', next.promise)
    },
    true,
  )
}
