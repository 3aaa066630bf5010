// Implements `npm run bench:delivery`. It measures the memory and CPU time of a delivery by video size, and of a plain
// copy of the same file. Each run has a separate process, in Node and in Deno. The memory goal is at most 60 MB above
// the process's initial memory. The CPU goal is 0.5 s for 150 MB. The benchmark prints a table and checks no limits.
import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { listen } from '../../local/video-service/scripted/response.ts'
import { findInstalled } from '../packages/find-installed.ts'
import { countLoads, type Figure, getMedian, report, rounds } from './figures.ts'
import { padVideo } from './pad-video.ts'

const MOST_MB = 60
const MOST_CPU_MS = 500
const SIZES_MB = [5, 50, 150]
const ROUNDS = rounds(5)
const RUNTIMES = {
  Node: [process.execPath],
  Deno: [findInstalled('hosted', '.bin/deno'), 'run', '--allow-all', '--no-lock', '--node-modules-dir=manual'],
}

interface Cost {
  /** The memory above the process's initial memory, in MB. */
  memory: number
  /** The CPU time of the whole process in milliseconds. */
  cpu: number
  /** The CPU time of the thread that runs the code, in milliseconds. The platform limits this time. */
  isolate: number
  elapsed: number
}

const figures: Figure[] = []
const folder = await mkdtemp(join(tmpdir(), 'soundreel-bench-'))
const film = await readFile('tests/harness/one-second.mp4')
for (const size of SIZES_MB) await writeFile(join(folder, `${size}.mp4`), padVideo(film, size * 1_000_000))

// This server simulates the provider's host and Storage, as far as a delivery uses them, with files on disk.
const { url: origin, close } = await listen(answer)

try {
  for (const [runtime, command] of Object.entries(RUNTIMES)) {
    const table: Record<string, Record<string, string>> = {}
    for (const size of SIZES_MB) {
      const [copies, deliveries]: [Cost[], Cost[]] = [[], []]
      // Copies and deliveries alternate, because other work on the machine affects both.
      for (let round = 0; round < ROUNDS; round += 1) {
        copies.push(await run(command, 'copy', size))
        deliveries.push(await run(command, 'delivery', size))
      }
      const [copy, delivery] = [getMiddle(copies), getMiddle(deliveries)]
      table[`${size} MB`] = {
        'memory, MB': `${delivery.memory.toFixed(0)} (copy ${copy.memory.toFixed(0)})`,
        'CPU, ms': `${delivery.cpu.toFixed(0)} (copy ${copy.cpu.toFixed(0)})`,
        'of it the isolate, ms': `${delivery.isolate.toFixed(0)} (copy ${copy.isolate.toFixed(0)})`,
        'CPU to copy': (delivery.cpu / copy.cpu).toFixed(2),
        'elapsed, ms': `${delivery.elapsed.toFixed(0)} (copy ${copy.elapsed.toFixed(0)})`,
      }
      if (size !== SIZES_MB.at(-1)) continue
      // The hosted API runs in Deno.
      const isHosted = runtime === 'Deno'
      const name = `delivery of ${size} MB in ${runtime}`
      figures.push(
        {
          name: `${name}: memory`,
          value: delivery.memory,
          unit: 'MB',
          base: copy.memory,
          ...(isHosted && { most: MOST_MB }),
        },
        {
          name: `${name}: processor`,
          value: delivery.cpu,
          unit: 'ms',
          base: copy.cpu,
          ...(isHosted && { most: MOST_CPU_MS }),
        },
      )
    }
    console.log(`\n${runtime}, load ${countLoads()}`)
    console.table(table)
  }
  report(figures)
} finally {
  await close()
  await rm(folder, { recursive: true, force: true })
}

/** Returns the median of each figure. */
function getMiddle(runs: Cost[]): Cost {
  const pick = (figure: keyof Cost) => getMedian(runs.map((cost) => cost[figure]))
  return { memory: pick('memory'), cpu: pick('cpu'), isolate: pick('isolate'), elapsed: pick('elapsed') }
}

async function run([program = '', ...options]: string[], what: string, size: number): Promise<Cost> {
  const child = spawn(program, [...options, 'tools/bench/delivery-process.ts', what, origin, String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) said += chunk
  return JSON.parse(said) as Cost
}

async function answer(request: Request): Promise<Response> {
  const path = join(folder, new URL(request.url).pathname.split('/').at(-1) ?? '')
  if (request.method === 'POST') {
    await writeFile(path, request.body ?? '')
    return new Response('{}')
  }
  const { size } = await stat(path)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '') ?? []
  const part = first ? { start: Number(first), end: Number(last) } : { start: 0, end: size - 1 }
  const body = Readable.toWeb(createReadStream(path, part)) as ReadableStream
  return new Response(body, {
    status: first ? 206 : 200,
    headers: { 'content-length': String(part.end - part.start + 1) },
  })
}
