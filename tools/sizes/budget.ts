// Implements `npm run budget`. It measures the size of the pages and compares them with a minimal page of the same
// libraries. It fails if a page exceeds its budget (docs/decisions/015-pages-and-bytes.md).
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { getSharePath, getVideoPath, PUBLIC_PAGES, paths } from '../../src/config/paths.ts'
import { BUDGETS, type Row } from './budgets.ts'
import { buildApp } from './build-app.ts'
import { findBrowser } from './find-browser.ts'
import { type Measured, measureCompressed, runWithBrowser, SHARED_TOKEN, VIDEO_ID } from './measure.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The smallest page with the app's libraries. */
const FLOOR = `
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
const page = <BrowserRouter><Routes><Route path="/" element={<p>Hello</p>} /></Routes></BrowserRouter>
createRoot(document.getElementById('root')).render(<StrictMode>{page}</StrictMode>)
`
const UNKNOWN = '/nowhere'
/** All other public pages, and the 404 page. */
const OTHERS = [...PUBLIC_PAGES.filter((path) => path !== paths.home && path !== paths.createVideo), UNKNOWN]
const WITH_UNIT = {
  ratio: (value: number) => `${value} x`,
  files: (value: number) => `${value} files`,
  bytes: (value: number) => value.toLocaleString('en'),
}
const work = await mkdtemp(join(ROOT, 'node_modules/.budget-'))
try {
  const rows = await measureAll(work)
  process.exitCode = print(rows) ? 0 : 1
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows.map((row) => asFigure(row, rows[0]))))
} finally {
  await rm(work, { recursive: true, force: true })
}

async function measureAll(folder: string): Promise<Row[]> {
  const app = join(folder, 'app')
  const floor = join(folder, 'floor')
  await buildApp(app)
  await buildFloor(folder, floor)
  const executablePath = findBrowser()
  const base = (await runWithBrowser(floor, executablePath, (measure) => measure(paths.home))).script
  return runWithBrowser(app, executablePath, async (measure) => {
    const home = await measure(paths.home)
    const others = await Promise.all(OTHERS.map(async (path) => ({ path, ...(await measure(path)) })))
    const heaviest = others.reduce((most, page) => (page.script.bytes > most.script.bytes ? page : most))
    const shared = await measure(getSharePath(SHARED_TOKEN))
    const create = await measure(paths.createVideo)
    const signedIn = await measure(paths.createVideo, buildStoredSession())
    const account = await measure(paths.account, buildStoredSession())
    const cast = await measure(paths.cast, buildStoredSession())
    const library = await measure(paths.videos, buildStoredSession())
    const video = await measure(getVideoPath(VIDEO_ID), buildStoredSession())
    const getSize = async (name: string) => (await stat(join(app, name)).catch(() => null))?.size ?? 0
    const findScript = ({ script: { bytes, files } }: Measured) => ({ bytes, files, ratio: bytes / base.bytes })
    return [
      { name: 'floor', ...findScript({ ...home, script: base }) },
      { name: '/', ...findScript(home) },
      { name: 'other public pages', note: heaviest.path, ...findScript(heaviest) },
      ...others.map((page) => ({ name: `  ${page.path}`, ...findScript(page) })),
      { name: '/s/{token}', ...findScript(shared) },
      { name: '/create-video', ...findScript(create) },
      { name: '/create-video, signed in', ...findScript(signedIn) },
      { name: '/account, signed in', ...findScript(account) },
      { name: '/cast, signed in', ...findScript(cast) },
      { name: '/videos, with a video', ...findScript(library) },
      { name: '/videos/{id}', ...findScript(video) },
      { name: 'CSS', bytes: home.style.bytes },
      { name: 'HTML of /', bytes: measureCompressed(join(app, 'index.html')) },
      { name: 'font', bytes: home.font.bytes },
      { name: 'hero video', bytes: await getSize('videos/hero.av1.mp4') },
      { name: 'hero poster', bytes: await getSize('images/posters/hero.avif') },
    ]
  })
}

async function buildFloor(root: string, outDir: string): Promise<void> {
  await writeFile(join(root, 'floor.jsx'), FLOOR)
  await writeFile(join(root, 'index.html'), '<div id="root"></div><script type="module" src="/floor.jsx"></script>')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir, target: 'es2023', emptyOutDir: true },
  })
}

/** Creates the session that supabase-js stores. Nothing verifies its token here. */
function buildStoredSession(): Record<string, string> {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const id = '11111111-1111-4111-8111-111111111111'
  const claims = { sub: id, session_id: 'one', exp: expires_at, role: 'authenticated' }
  const [head, body] = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const user = { id, email: 'ada@example.com', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
  const session = {
    access_token: `${head}.${body}.c2ln`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  }
  return { 'sb-127-auth-token': JSON.stringify(session) }
}

/** Converts a row to the format that tools/bench/bench.ts reads (`Figure` of tools/bench/figures.ts). */
function asFigure({ name, bytes, ratio }: Row, floor: Row | undefined) {
  const { bytes: most, ratio: mostRatio } = BUDGETS[name] ?? {}
  return {
    name: `bytes: ${name.trim()}`,
    value: bytes,
    unit: 'bytes',
    ...(ratio && floor && { base: floor.bytes }),
    ...(most && { most }),
    ...(mostRatio && { mostRatio }),
  }
}

/**
 * Prints each row with its limits and its distance to the nearest limit. Returns whether all rows are within their
 * limits.
 */
function print(rows: readonly Row[]): boolean {
  let isWithin = true
  for (const row of rows) {
    const { name, note, bytes, ratio, files } = row
    const limits = (['ratio', 'files', 'bytes'] as const).flatMap((key) => {
      const most = BUDGETS[name]?.[key]
      return most ? [{ text: WITH_UNIT[key](most), left: 1 - (row[key] ?? 0) / most }] : []
    })
    const faults = limits.filter(({ left }) => left < 0).map(({ text }) => `over ${text}`)
    if (faults.length > 0) isWithin = false
    const columns = [
      name.padEnd(26),
      bytes.toLocaleString('en').padStart(9),
      (ratio ? `${ratio.toFixed(3)} x` : '').padStart(9),
      (files ? `${files} files` : '').padStart(9),
      (limits.length > 0 ? `at most ${limits.map(({ text }) => text).join(', ')}` : '').padEnd(24),
      (limits.length > 0 ? `${(Math.min(...limits.map(({ left }) => left)) * 100).toFixed(1)}% left` : '').padStart(10),
      [note, ...faults].filter(Boolean).join(', '),
    ]
    console.log(columns.join('  ').trimEnd())
  }
  return isWithin
}
