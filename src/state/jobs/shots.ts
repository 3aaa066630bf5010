// Which video continues which. The server knows it of newer jobs. Of older ones only this browser does, by the name of the last
// frame's file.
import { ENTRY, readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { hasSucceeded, type Job, type SucceededJob } from './job'

const FRAME_NAME = /^last-frame-([0-9a-f]{8})\./
const MOST_KEPT = 200

const pair: s.Shape<[string, string]> = (value) => {
  const [id, before] = s.list(s.text)(value)
  return [s.text(id), s.text(before)]
}

/** Job ids, each with the first eight characters of the former job. Oldest first. */
const entries = s.list(pair)

/** Returns the file's name without its type. */
export function getFrameName({ id }: Pick<Job, 'id'>): string {
  return `last-frame-${id.slice(0, 8)}`
}

/** Stores which video a job continues. `imageName`: the name of the file that it starts from. */
export function saveShot(jobId: string, imageName: string): void {
  const before = FRAME_NAME.exec(imageName)?.[1]
  if (!before) return
  writeEntry(ENTRY.shots, [...readShots(), [jobId, before]].slice(-MOST_KEPT))
}

function readShots() {
  return readEntry(ENTRY.shots, entries) ?? []
}

/** Returns the video that a file is the last frame of, if this tab knows it. */
export function findFrameSource(imageName: string, jobs: readonly Job[]): Job | undefined {
  const start = FRAME_NAME.exec(imageName)?.[1]
  return start === undefined ? undefined : jobs.find((job) => hasSucceeded(job) && job.id.startsWith(start))
}

/** Returns the videos that lead to each finished job, from the first to the job itself. An edited video stands for its original. */
export function findShots(jobs: readonly Job[]): Map<string, readonly SucceededJob[]> {
  const finished = jobs.filter(hasSucceeded)
  const before = new Map(readShots())
  const findSource = ({ id, sourceId }: SucceededJob) => {
    const start = sourceId ?? before.get(id)
    return start === undefined ? undefined : finished.find((one) => one.id.startsWith(start))
  }
  const findPrevious = (job: SucceededJob) => {
    const passed = new Set<SucceededJob>()
    let one = job
    while (one.inputKind === 'edit') {
      passed.add(one)
      const original = findSource(one)
      if (!original || passed.has(original)) return undefined
      one = original
    }
    return findSource(one)
  }
  const collectChain = (job: SucceededJob): SucceededJob[] => {
    const found = [job]
    for (let one = findPrevious(job); one && !found.includes(one); one = findPrevious(one)) found.unshift(one)
    return found
  }
  const chains = finished.map((job) => [job.id, collectChain(job)] as const)
  return new Map(chains.filter(([, shots]) => shots.length > 1))
}
