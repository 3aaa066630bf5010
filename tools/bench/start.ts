// Implements `npm run bench:start [-- --rounds 5]`. It measures the time until `npm start` is ready, with an empty
// folder and with a built app. It also measures the server's memory after each start, which Linux reports.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../../tests/harness/app-server.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { getMedian, report, rounds } from './figures.ts'

const IDLE_MS = 5000
const MOST_MB = 550

// The bundle contains the port, so another port would cause a new build.
const port = await findFreePort()
const dataDir = await mkdtemp(join(tmpdir(), 'soundreel-bench-'))
try {
  const first = await start()
  const later: { ms: number; mb: number }[] = []
  for (let round = 0; round < rounds(3); round += 1) later.push(await start())
  report([
    { name: 'npm start on an empty folder: ready', value: first.ms, unit: 'ms', most: 8000 },
    { name: 'npm start when built: ready', value: getMedian(later.map(({ ms }) => ms)), unit: 'ms', most: 3000 },
    { name: 'server at rest, existing folder', value: getMedian(later.map(({ mb }) => mb)), unit: 'MB', most: MOST_MB },
    { name: 'server at rest, first start', value: first.mb, unit: 'MB', most: MOST_MB },
  ])
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function start(): Promise<{ ms: number; mb: number }> {
  const since = performance.now()
  const server = await startServer({ dataDir, port })
  try {
    const ms = performance.now() - since
    await (await fetch(server.url)).text()
    await sleep(IDLE_MS)
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    return { ms, mb: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000 }
  } finally {
    await server.stop()
  }
}
