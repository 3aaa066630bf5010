// Which video continues which, by the last frame that it starts from.
import { hasSucceeded, type Job, type SucceededJob } from './job'

const FRAME_NAME = /^last-frame-([0-9a-f]{8})\./

/** Returns the file's name without its type. */
export function getFrameName({ id }: Pick<Job, 'id'>): string {
  return `last-frame-${id.slice(0, 8)}`
}

/** Returns the video that a file is the last frame of, if this tab knows it. */
export function findFrameSource(imageName: string, jobs: readonly Job[]): Job | undefined {
  const start = FRAME_NAME.exec(imageName)?.[1]
  return start === undefined ? undefined : jobs.find((job) => hasSucceeded(job) && job.id.startsWith(start))
}

/** Returns the videos that lead to each finished job, from the first to the job itself. An edited video stands for its original. */
export function listVideoChain(jobs: readonly Job[]): Map<string, readonly SucceededJob[]> {
  const finished = jobs.filter(hasSucceeded)
  const findSource = ({ sourceId }: SucceededJob) => finished.find(({ id }) => id === sourceId)
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
