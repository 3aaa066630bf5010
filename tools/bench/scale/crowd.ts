// Simulates all users who wait. Each open job of a step has a page. New jobs arrive at a rate that depends on the hour
// of the day.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { COLLECTOR, copyJob, type OpenJob, readUsers } from './databases.ts'
import { drawActiveJob, drawJob, HOURS, MEAN_SECONDS, QUEUE_MS } from './job-script.ts'
import type { Task } from './messages.ts'
import { type BenchVisitor, createPages, createSeen, type ObservedJobs } from './pages.ts'
import type { World } from './world.ts'

const KINDS = ['polled', 'webhook'] as const
/** A page polls again 5 s after a response, which can take up to 20 s. */
const CYCLE_MS = 25_000
/** The length of a probe's job in seconds, longer than any step. */
const PROBE_SECONDS = 7200
/** The time within which jobs in progress get their next check. It is at most the time in which a step settles. */
const CHECKED_WITHIN_MS = 25_000

interface Probe {
  person: BenchVisitor
  jobId: string
  wait: number | undefined
}

export async function openCrowd(world: World) {
  const { database } = world
  const users = await readUsers(database.sql)
  let seen = createSeen()
  const pages = createPages(world, () => seen)
  const ending = new AbortController()
  const following = new Set<Promise<void>>()
  /** The jobs that have or had a page. */
  const jobIds = new Set<string>()
  const told: ObservedJobs['told'] = new Map()
  let [next, turn, perSecond, arrivalsBegin, dayMs] = [COLLECTOR + 1, 0, 0, Date.now(), 1]

  const signIn = async (at: number): Promise<BenchVisitor> => {
    const id = users[at] ?? ''
    return { id, token: await world.signToken(id) }
  }
  const drawPerson = () => signIn(next++)
  const drawKind = () => KINDS[turn++ % KINDS.length] ?? 'polled'

  function keep(work: Promise<void>): void {
    const kept = work.finally(() => following.delete(kept))
    following.add(kept)
  }

  async function createProbe(kind: Task['kind']): Promise<Probe> {
    const person = await drawPerson()
    const jobId = randomUUID()
    const started = await pages.create(person, kind, { jobId, seconds: PROBE_SECONDS, isFailing: false })
    if (!started) throw new Error(`The first job was refused: ${JSON.stringify(seen.refused)}`)
    return { person, jobId, wait: started.wait }
  }
  const probes = { polled: await createProbe('polled'), webhook: await createProbe('webhook') }
  const { tasks } = await world.readProvider()
  const callback = tasks.find(({ jobId }) => jobId === probes.webhook.jobId)?.callback ?? ''

  /** Adds jobs in progress of both kinds, and their pages. The pages poll one after another. */
  async function add(count: number): Promise<void> {
    for (const kind of KINDS) {
      const probe = probes[kind]
      const added: { task: Task; job: OpenJob; person: BenchVisitor }[] = []
      for (let place = 0; place < Math.ceil(count / KINDS.length); place += 1) {
        const person = await drawPerson()
        const { jobId, age, seconds, isFailing } = drawActiveJob(randomUUID())
        const began = Date.now() - age * 1000
        const id = randomUUID()
        const [startsAt, doneAt] = [began + QUEUE_MS, began + seconds * 1000]
        const own = kind === 'webhook' ? callback.replace(probe.jobId, jobId) : ''
        added.push({
          person,
          task: { id, jobId, kind, startsAt, doneAt, isFailing, callback: own, calls: 0, seenAt: null },
          job: {
            id: jobId,
            owner: person.id,
            began: new Date(began),
            task: kind === 'webhook' ? `fal-ai/kling-video/requests/${id}` : id,
            due: new Date(Date.now() + Math.random() * CHECKED_WITHIN_MS),
            waits: Date.now() < startsAt,
          },
        })
      }
      world.tellProvider({ type: 'add', tasks: added.map(({ task }) => task) })
      await copyJob(
        database.sql,
        probe.jobId,
        added.map(({ job }) => job),
      )
      for (const { job, person } of added) {
        jobIds.add(job.id)
        keep(sleep(Math.random() * CYCLE_MS).then(() => pages.follow(person, job.id, probe.wait, ending.signal)))
      }
    }
  }

  async function arrive(): Promise<void> {
    const draw = (jobId: string) => {
      jobIds.add(jobId)
      return drawJob(jobId)
    }
    await pages.visit(await drawPerson(), drawKind(), draw, ending.signal)
  }

  /** Adds new jobs at random. Arrivals are independent of each other, at the rate of the hour. */
  async function receive(): Promise<void> {
    while (!ending.signal.aborted) {
      const hour = Math.floor(((Date.now() - arrivalsBegin) / dayMs) * HOURS.length) % HOURS.length
      const rate = perSecond * (HOURS[hour] ?? 1)
      for (let due = rate * 0.05; due > 0; due -= 1) if (Math.random() < due) keep(arrive())
      await sleep(50)
    }
  }
  void receive()

  return {
    pages,
    probes,
    jobIds,
    told,
    signIn,
    drawPerson,
    countOpen: () => following.size,
    /** Returns the observations of all pages since the last call, and starts a new collection. */
    takeSeen(): ObservedJobs {
      const taken = seen
      for (const [jobId, end] of taken.told) told.set(jobId, end)
      seen = createSeen()
      return taken
    },
    /** Raises the number of jobs in progress to `open` and simulates a day of arrivals within `windowMs`. */
    async grow(open: number, windowMs: number): Promise<void> {
      await add(Math.max(0, open - following.size))
      ;[perSecond, arrivalsBegin, dayMs] = [open / MEAN_SECONDS, Date.now(), windowMs]
    },
    /**
     * Ends the arrivals, and makes the jobs in progress end within `withinMs`. Resolves when all pages have their
     * result, or after `mostMs`.
     */
    async drain(withinMs: number, mostMs: number): Promise<void> {
      perSecond = 0
      for (const { person, jobId, wait } of Object.values(probes)) {
        jobIds.add(jobId)
        keep(pages.follow(person, jobId, wait, ending.signal))
      }
      world.tellProvider({ type: 'finish', withinMs })
      for (const end = Date.now() + mostMs; following.size > 0 && Date.now() < end; ) await sleep(250)
    },
    /** Closes the pages. */
    leave: () => ending.abort(),
  }
}

export type Crowd = Awaited<ReturnType<typeof openCrowd>>
