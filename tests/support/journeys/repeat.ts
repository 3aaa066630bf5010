// Implements `npm run journeys:repeat -- 10 [files]`. It runs the journeys that many times without retries on a busy
// computer. Two rounds run at a time and slow each other down. During the last round, two processes occupy the
// processor. The command prints how often each journey passed, and the load average. It fails if a journey ever failed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const ROUNDS_AT_A_TIME = 2
const BUSY_PROCESSES = 2

interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; duration?: number; failureMessages: string[] }[]
  }[]
}

interface Journey {
  passed: number
  failed: number
  slowestMs: number
}

const [given = '1', ...files] = process.argv.slice(2)
const rounds = Number(given)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`The number of rounds comes first (got "${given}").`)

const journeys = new Map<string, Journey>()
const folder = await mkdtemp(join(tmpdir(), 'soundreel-journeys-'))
const children = new Set<ChildProcess>()
process.once('exit', endAll)
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

let begun = 0
await Promise.all(Array.from({ length: ROUNDS_AT_A_TIME }, runRounds))
endAll()
await rm(folder, { recursive: true })

for (const [name, { passed, failed, slowestMs }] of [...journeys].sort()) {
  console.log(
    `${failed > 0 ? 'FAILED' : 'passed'} ${passed}/${passed + failed}  ${(slowestMs / 1000).toFixed(1)} s  ${name}`,
  )
}
const failing = [...journeys.values()].filter(({ failed }) => failed > 0).length
console.log(`${journeys.size} journeys, ${rounds} rounds, ${failing} failed at least once`)
process.exit(failing > 0 || journeys.size === 0 ? 1 : 0)

/**
 * Runs rounds one after another until all have started. Then keeps the processor busy until the remaining rounds end.
 */
async function runRounds(): Promise<void> {
  while (begun < rounds) {
    begun += 1
    await runRound(begun)
  }
  for (let busy = 0; busy < BUSY_PROCESSES; busy += 1) start(['-e', 'for (;;);'])
}

async function runRound(round: number): Promise<void> {
  const started = performance.now()
  const failed = count(await runOnce(join(folder, `${round}.json`)))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const load = (loadavg()[1] ?? 0).toFixed(1)
  const outcome = failed.length === 0 ? 'all passed' : 'FAILED'
  console.log(`round ${round} of ${rounds}: ${outcome} in ${seconds} s, load of the last 5 minutes ${load}`)
  for (const failure of failed) console.log(failure)
}

/** Runs the journeys and reads their report from this path. */
async function runOnce(path: string): Promise<Report> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const options = ['run', '--project', 'journeys', '--retry=0', '--reporter=json', `--outputFile=${path}`]
  await once(start([vitest, ...options, ...files]), 'close')
  return JSON.parse(await readFile(path, 'utf8')) as Report
}

/** Counts a round and returns its failures. */
function count({ testResults }: Report): string[] {
  const failures: string[] = []
  const add = (name: string, hasPassed: boolean, ms: number, why: string[]) => {
    const journey = journeys.get(name) ?? { passed: 0, failed: 0, slowestMs: 0 }
    journey[hasPassed ? 'passed' : 'failed'] += 1
    journey.slowestMs = Math.max(journey.slowestMs, ms)
    journeys.set(name, journey)
    if (!hasPassed) failures.push(`FAILED ${name}\n${why.join('\n')}`)
  }
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name)
    // If a file's servers or page didn't start, the report has no results for its journeys.
    if (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')) add(file, false, 0, [message])
    for (const { fullName, status: end, duration = 0, failureMessages } of assertionResults) {
      if (end === 'passed' || end === 'failed')
        add(`${file} > ${fullName}`, end === 'passed', duration, failureMessages)
    }
  }
  return failures
}

/** Starts a process. Ending it also ends its child processes, such as the servers of a round. */
function start(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
  children.add(child)
  child.once('close', () => children.delete(child))
  return child
}

function endAll(): void {
  for (const { pid } of children) if (pid) process.kill(-pid)
}
