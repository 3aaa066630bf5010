// Implements `npm run bench:scale [-- --steps 10,100,1000] [--videos 1000000] [--spread 0.25] [--quick]`. It measures
// the service while many users wait at once. It uses a real PostgreSQL, several API processes that replace each other, and a provider
// with limits, all on this machine. It prints tables. It exits with an error only if a job was lost or created twice,
// or if the ledger doesn't add up. docs/scale.md explains the figures.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { report } from '../figures.ts'
import { printCosts } from './costs.ts'
import { openCrowd } from './crowd.ts'
import { openFilled, readBooks, teachDurations } from './databases.ts'
import { openDatabaseClock } from './measure.ts'
import { describeEnds, printReport, type Result } from './report.ts'
import { runStep, type Step, type StepTimes } from './step.ts'
import { measureUnits } from './units.ts'
import { openWorld, SWEEP_SECRET } from './world.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MIGRATIONS = join(ROOT, 'supabase/migrations')
const DRAIN_MS = 10_000
const MOST_DRAIN_MS = 120_000

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10,100,1000' },
    videos: { type: 'string' },
    spread: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean' },
    rounds: { type: 'string' },
  },
})
const began = performance.now()
const wantedVideos = Number(values.videos ?? (values.quick ? 20_000 : 1_000_000))

const database = await openFilled(MIGRATIONS, wantedVideos)
try {
  say(`A library of ${database.videos.toLocaleString('en')} of ${wantedVideos.toLocaleString('en')} videos is filled`)
  const result = await measureAll()
  printReport(result)
  printCosts(result)
  const { lost, twice, open, drift } = result.books
  report([
    { name: 'scale: jobs lost', value: lost, unit: '', most: 0 },
    { name: 'scale: jobs created twice', value: twice, unit: '', most: 0 },
    { name: 'scale: jobs that did not end', value: open, unit: '', most: 0 },
    { name: "scale: accounts that don't add up", value: drift, unit: '', most: 0 },
  ])
  process.exitCode = lost + twice + open + drift > 0 ? 1 : 0
} finally {
  await database.drop()
}

async function measureAll(): Promise<Result> {
  const world = await openWorld(ROOT, database)
  say('ready')
  try {
    const crowd = await openCrowd(world)
    const readDatabaseMs = await openDatabaseClock(database.sql)
    const units = await measureUnits(world, crowd, readDatabaseMs)
    await teachDurations(database.sql)
    const steps: Step[] = []
    for (const times of planSteps()) {
      steps.push(await runStep(world, crowd, readDatabaseMs, times))
      say(`${times.open} open jobs measured`)
    }
    const sweeping = setInterval(sweep, 5000)
    await crowd.drain(DRAIN_MS, MOST_DRAIN_MS)
    clearInterval(sweeping)
    await sleep(1000)
    crowd.takeSeen()
    const { drift, left, finishedAt } = await readBooks(database.sql)
    const { tasks, creates } = await world.readProvider()
    say('settled')
    crowd.leave()
    return {
      units,
      steps,
      ends: steps.map((step) => describeEnds(step, tasks, crowd.told, finishedAt)),
      databaseBytes: database.bytes,
      videos: database.videos,
      left: left.map((job) => ({ ...job, atProvider: tasks.find(({ jobId }) => jobId === job.id) })),
      books: {
        lost: [...crowd.jobIds].filter((id) => !crowd.told.has(id)).length,
        twice: Object.values(creates).filter((count) => count > 1).length,
        open: left.length,
        drift,
        jobs: crowd.jobIds.size,
      },
    }
  } finally {
    await world.close()
  }

  function sweep() {
    const headers = { apikey: SWEEP_SECRET }
    world.isolates.send({ method: 'POST', path: '/api/jobs/sweep', headers }).catch(() => undefined)
  }
}

function planSteps(): StepTimes[] {
  const times: Record<number, [settleMs: number, windowMs: number]> = {
    10: [5000, 15_000],
    100: [26_000, 30_000],
  }
  return values.steps
    .split(',')
    .map(Number)
    .filter((open) => !values.quick || open <= 100)
    .map((open) => {
      const [settleMs, windowMs] = times[open] ?? [28_000, 60_000]
      return { open, settleMs, windowMs: values.quick ? 20_000 : windowMs }
    })
}

function say(what: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`)
}
