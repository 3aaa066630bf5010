// npm run bench:login [-- --rounds 5]: from opening the home page with an empty cache, on slow 4G at a fourth of the processor, to
// the moment in which a click on Login has led to a 'Continue with Google' that can be pressed, and to the one in which a click on that
// opens the window for Google. What is clicked before the page's code is there is done when it is.
import { getMedian, report, rounds } from '../figures.ts'
import { runWithPages, slowDown } from './page-server.ts'
import { openChromium, PHONE } from './visitor.ts'

const links: number[] = []
const buttons: number[] = []
const windows: number[] = []
await runWithPages(async (origin) => {
  const browser = await openChromium()
  try {
    for (let round = 0; round < rounds(5); round += 1) {
      const page = await browser.newPage(PHONE)
      await slowDown(page)
      const start = performance.now()
      await page.goto(origin, { waitUntil: 'commit' })
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
      links.push(performance.now() - start)
      await page.getByRole('button', { name: 'Continue with Google' }).click({ trial: true })
      buttons.push(performance.now() - start)
      await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Continue with Google' }).click(),
      ])
      windows.push(performance.now() - start)
      await page.close()
    }
  } finally {
    await browser.close()
  }
})
report([
  { name: 'slow 4G: the link Login is pressed', value: getMedian(links), unit: 'ms' },
  { name: 'slow 4G: Continue with Google can be pressed', value: getMedian(buttons), unit: 'ms', most: 3700 },
  { name: 'slow 4G: the window for Google opens', value: getMedian(windows), unit: 'ms' },
])
