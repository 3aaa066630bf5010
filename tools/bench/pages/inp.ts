// Implements `npm run bench:inp [-- --rounds 5]`. It measures the time from a click or key press to the app's response.
// The browser simulates a phone with a fourth of the processor's speed. The limits are twice the time of an empty React
// page in the same run, and 150 ms. It also measures the cost of the home page's playhead without any input.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { getMedian, report, rounds } from '../figures.ts'
import { readEvents, startWork, watchEvents } from './event-timing.ts'
import { runWithFolder, runWithPages, SLOWDOWN } from './page-server.ts'
import { openChromium, PHONE, waitUntilSignedOut } from './visitor.ts'

const ROUNDS = rounds(5)
const MOST_MS = 150
const MOST_RATIO = 2
const MOST_PLAYHEAD_MS = 90
const PLAYHEAD_MS = 4000
/** The length of a frame in ms. Faster interactions count as one frame. */
const FRAME_MS = 16
const LONG_TEXT = 'Rain on a greenhouse at night. '.repeat(65).slice(0, 2000)
const BASE = `
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
function Page() {
  const [count, setCount] = useState(0)
  const [text, setText] = useState('')
  return <>
    <button onClick={() => setCount(count + 1)}>Count {count}</button>
    <textarea aria-label="Prompt" value={text} onChange={({ target }) => setText(target.value)} />
  </>
}
createRoot(document.getElementById('root')).render(<Page />)
`

type Kind = 'click' | 'paste' | 'key'

const times = new Map<string, { kind: Kind; all: number[] }>()
const bases: Record<Kind, number[]> = { click: [], paste: [], key: [] }
const playhead: number[] = []

await runWithFolder(buildBase, (base) =>
  runWithPages(async (origin) => {
    const browser = await openChromium()
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await measureBase(await open(browser, base))
        await measureHome(await open(browser, origin))
        await measureForm(await open(browser, `${origin}/create-video`))
      }
    } finally {
      await browser.close()
    }
  }),
)
report([
  ...[...times].map(([name, { kind, all }]) => ({
    name,
    value: getMedian(all),
    unit: 'ms',
    worst: Math.max(...all),
    base: getMedian(bases[kind]),
    most: MOST_MS,
    mostRatio: MOST_RATIO,
  })),
  {
    name: 'playhead of / at a fourth of the processor',
    value: getMedian(playhead),
    unit: 'ms a second',
    most: MOST_PLAYHEAD_MS,
  },
])

async function measureBase(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Count' })
  await button.waitFor()
  for (let turn = 0; turn < 3; turn += 1) bases.click.push(await click(page, button))
  bases.paste.push(await paste(page))
  for (const key of 'abc') bases.key.push(await press(page, key))
  await page.context().close()
}

async function measureHome(page: Page): Promise<void> {
  await waitUntilSignedOut(page)
  await page.waitForTimeout(1000)
  const work = await startWork(page)
  await page.waitForTimeout(PLAYHEAD_MS)
  playhead.push(await work.end())
  add('menu opens', 'click', await click(page, page.getByRole('button', { name: 'Open menu' })))
  add('menu closes', 'click', await click(page, page.getByRole('button', { name: 'Close menu' })))
  const filter = page.getByRole('group', { name: 'Category' }).getByRole('button')
  await filter.first().scrollIntoViewIfNeeded()
  await page.waitForTimeout(1500)
  for (const at of [1, 2, 0]) add('gallery filter', 'click', await click(page, filter.nth(at)))
  const questions = page.locator('main summary')
  await questions.nth(1).scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  for (const at of [1, 2, 1]) add('question', 'click', await click(page, questions.nth(at)))
  await page.context().close()
}

async function measureForm(page: Page): Promise<void> {
  const tab = (name: string) => page.getByRole('tab', { name })
  const model = page.getByRole('button', { name: /^Model / })
  await model.waitFor()
  await waitUntilSignedOut(page)
  await page.waitForTimeout(1000)
  for (const name of ['Text', 'Image', 'Text']) add('tab', 'click', await click(page, tab(name)))
  for (let turn = 0; turn < 2; turn += 1) {
    add('model list opens', 'click', await click(page, model))
    await page.keyboard.press(turn === 0 ? 'ArrowDown' : 'ArrowUp')
    await page.waitForTimeout(300)
    await readEvents(page)
    add('model chosen', 'key', await press(page, 'Enter'))
  }
  add('2,000 characters pasted', 'paste', await paste(page))
  for (const key of 'abc') add('key after 2,000 characters', 'key', await press(page, key))
  await page.context().close()
}

async function open(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await watchEvents(page)
  await page.goto(address)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

/** Clicks by position, because a locator's own click inspects the page during the click. */
async function click(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} cannot be seen`)
  return measure(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
}

function press(page: Page, key: string): Promise<number> {
  return measure(page, () => page.keyboard.press(key))
}

async function paste(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).focus()
  await page.evaluate((text) => navigator.clipboard.writeText(text), LONG_TEXT)
  return measure(page, () => page.keyboard.press('Control+v'))
}

async function measure(page: Page, act: () => Promise<void>): Promise<number> {
  await page.waitForTimeout(250)
  await readEvents(page)
  await act()
  await page.waitForTimeout(400)
  return Math.max(FRAME_MS, ...(await readEvents(page)).durations)
}

function add(name: string, kind: Kind, ms: number): void {
  const entry = times.get(name) ?? { kind, all: [] }
  entry.all.push(ms)
  times.set(name, entry)
}

async function buildBase(folder: string): Promise<void> {
  const source = join(folder, 'source')
  await mkdir(source)
  await writeFile(join(source, 'base.jsx'), BASE)
  await writeFile(join(source, 'index.html'), '<div id="root"></div><script type="module" src="/base.jsx"></script>')
  await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false, target: 'es2023' },
  })
}
