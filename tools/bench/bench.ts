// Implements `npm run bench [-- --only inp,login] [--rounds 1]`. It measures every figure that has a limit, prints a
// table, and adds a line to tools/bench/history.jsonl. Each part runs in a separate process with a time limit. The last
// line of its output contains its figures (report() of figures.ts). If a part fails, the report names it and the other
// parts continue. The run takes about 12 minutes on an otherwise idle machine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildApp } from '../sizes/build-app.ts'
import { countLoads, type Figure, printFigures } from './figures.ts'

const PARTS: Record<string, readonly string[]> = {
  budget: ['tools/sizes/budget.ts'],
  lighthouse: ['tools/bench/pages/lighthouse.ts', '--pages', '/,/pricing,/create-video', '--rounds', '3'],
  inp: ['tools/bench/pages/inp.ts', '--rounds', '3'],
  library: ['tools/bench/pages/library.ts', '--rounds', '50'],
  delivery: ['tools/bench/delivery.ts', '--rounds', '3'],
  api: ['tools/bench/api.ts', '--rounds', '100'],
  start: ['tools/bench/start.ts'],
  clips: ['tools/bench/clips.ts', '--rounds', '1'],
  scale: ['tools/bench/scale/scale.ts', '--quick'],
}
const MOST_MINUTES = 5
const GRACE_MS = 10_000
const HISTORY = join(import.meta.dirname, 'history.jsonl')

/** The environment without the app's settings, because a benchmark's server must use its own. */
const environment = { ...process.env }
const only = readOption('--only')?.split(',')
const rounds = readOption('--rounds')
const parts = Object.entries(PARTS).filter(([name]) => only?.includes(name) ?? true)
const folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.bench-'))
const [begun, loadBefore] = [new Date(), countLoads()]
const figures: Figure[] = []
const failed: string[] = []
let running: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    end(running, 'SIGTERM')
    process.exit(1)
  })
}
try {
  // The app is built once for all parts that measure its pages.
  await buildApp(folder)
  for (const [name, args] of parts) {
    const found = await run(name, rounds ? [...args, '--rounds', rounds] : args)
    if (found) figures.push(...found)
    else failed.push(name)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
printFigures(figures)
console.log(`load ${loadBefore} before, ${countLoads()} after`)
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
const entry = {
  date: begun.toISOString(),
  commit: execFileSync('git', ['describe', '--always', '--dirty']).toString().trim(),
  cores: availableParallelism(),
  load: loadBefore,
  failed,
  figures: Object.fromEntries(
    figures.map(({ name, value, worst, base }) => [name, [value, base, worst].map((each) => each && shorten(each))]),
  ),
}
await appendFile(HISTORY, `${JSON.stringify(entry)}\n`)
process.exitCode = failed.length > 0 ? 1 : 0

/** Runs one part. Returns null if the part failed or exceeded its time limit. */
async function run(name: string, args: readonly string[]): Promise<Figure[] | null> {
  console.log(`\n== ${name}`)
  const child = spawn(process.execPath, [...args, '--json'], {
    env: { ...environment, BENCH_APP: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  running = child.pid
  let last = ''
  createInterface(child.stdout).on('line', (line) => {
    if (last) console.log(last)
    last = line
  })
  // The first signal ends the browser. The second ends any process that ignored the first.
  const signals = (['SIGTERM', 'SIGKILL'] as const).map((signal, place) =>
    setTimeout(() => end(child.pid, signal), MOST_MINUTES * 60_000 + place * GRACE_MS),
  )
  await once(child, 'close')
  for (const timer of signals) clearTimeout(timer)
  end(child.pid, 'SIGKILL')
  try {
    const found: unknown = JSON.parse(last)
    return Array.isArray(found) ? found : null
  } catch {
    return null
  }
}

/** Signals a process and all its child processes. */
function end(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // All processes have ended.
  }
}

function readOption(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

function shorten(value: number): number {
  return Number(value.toPrecision(4))
}
