// npm run bench:scale [-- --against <commit>] [--steps 10,100,1000] [--videos 1000000] [--quick] [--json file]: what the service
// does with many people waiting at once, for this tree, and in the same run for another commit if one is given. Real PostgreSQL,
// several API processes that come and go, and a provider with limits; all on this machine. Prints tables. Ends with an error only
// if a job was lost, created twice, or the ledger does not add up. docs/scale.md says what the figures mean.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { countLoads } from '../figures.ts'
import { printCosts } from './costs.ts'
import { openCrowd } from './crowd.ts'
import { type Databases, openDatabases, readBooks } from './databases.ts'
import { openDatabaseClock } from './measure.ts'
import { type DesignResult, describeEnds, printReport } from './report.ts'
import { runStep, type Step, type StepTimes } from './step.ts'
import { measureUnits } from './units.ts'
import { openWorld, SWEEP_SECRET } from './world.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DRAIN_MS = 10_000
const MOST_DRAIN_MS = 120_000

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    steps: { type: 'string', default: '10,100,1000' },
    videos: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const began = performance.now()
const wantedVideos = Number(values.videos ?? (values.quick ? 20_000 : 1_000_000))
const designs: { name: string; root: string }[] = []
const folder = mkdtempSync(join(tmpdir(), 'soundreel-before-'))

let databases: Databases | undefined
try {
  if (values.against) designs.push({ name: values.against, root: checkOut(values.against) })
  designs.push({ name: 'this tree', root: ROOT })
  databases = await openDatabases(
    designs.map(({ root }) => join(root, 'supabase/migrations')),
    wantedVideos,
  )
  say(`A library of ${databases.videos.toLocaleString('en')} of ${wantedVideos.toLocaleString('en')} videos is filled`)
  const results: DesignResult[] = []
  for (const design of designs) results.push(await runDesign(design, databases))
  printReport(results)
  for (const result of results.slice(-1)) printCosts(result)
  say(`Load ${countLoads()}`)
  if (values.json) writeFileSync(values.json, JSON.stringify({ date: new Date().toISOString(), results }, null, 1))
  const isFaulty = ({ books: { lost, twice, open, drift } }: DesignResult) => lost + twice + open + drift > 0
  process.exitCode = results.some(isFaulty) ? 1 : 0
} finally {
  await databases?.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function runDesign({ name, root }: (typeof designs)[number], { open, videos }: Databases): Promise<DesignResult> {
  const database = await open(join(root, 'supabase/migrations'))
  const world = await openWorld(root, database)
  say(`${name}: ready`)
  try {
    const crowd = await openCrowd(world)
    const readDatabaseMs = await openDatabaseClock(database.sql)
    const units = await measureUnits(world, crowd, readDatabaseMs)
    const steps: Step[] = []
    for (const times of planSteps()) {
      steps.push(await runStep(world, crowd, readDatabaseMs, times))
      say(`${name}: ${times.open} open jobs measured`)
    }
    const sweeping = setInterval(sweep, 5000)
    await crowd.drain(DRAIN_MS, MOST_DRAIN_MS)
    clearInterval(sweeping)
    await sleep(1000)
    crowd.takeSeen()
    const { drift, left } = await readBooks(database.sql)
    const { tasks, creates } = await world.readProvider()
    say(`${name}: settled`)
    crowd.leave()
    return {
      name,
      units,
      steps,
      ends: steps.map((step) => describeEnds(step, tasks, crowd.told)),
      databaseBytes: database.bytes,
      videos,
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
    await database.drop()
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

/** Puts that commit's files into the folder beside the packages of this one. */
function checkOut(commit: string): string {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function say(what: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`)
}
