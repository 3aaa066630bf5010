// Finds chains of videos, in which each video starts from the last frame of the previous one.
import { hasSucceeded, type Job, type SucceededJob } from './job'

const FRAME_NAME = /^last-frame-([0-9a-f]{8})\./

/** Returns the file name without its extension. */
export function getFrameName({ id }: Pick<Job, 'id'>): string {
  return `last-frame-${id.slice(0, 8)}`
}

/** Returns the video whose last frame a file is, if this tab knows the video. */
export function findFrameSource(imageName: string, jobs: readonly Job[]): Job | undefined {
  const start = FRAME_NAME.exec(imageName)?.[1]
  return start === undefined ? undefined : jobs.find((job) => hasSucceeded(job) && job.id.startsWith(start))
}

/** Returns the chain of videos that ends with each finished job. An edited or upscaled video replaces its original. */
export function listVideoChain(jobs: readonly Job[]): Map<string, readonly SucceededJob[]> {
  const finished = jobs.filter(hasSucceeded)
  const findSource = ({ sourceId }: SucceededJob) => finished.find(({ id }) => id === sourceId)
  const findPrevious = (job: SucceededJob) => {
    const passed = new Set<SucceededJob>()
    let one = job
    while (one.inputKind === 'edit' || one.inputKind === 'upscale') {
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
