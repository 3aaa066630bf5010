// Orders one video, and follows it until it is stored. The adapters and the delivery are those of the API.
import { open, writeFile } from 'node:fs/promises'
import { isFileOrigin } from '../../supabase/functions/api/file-origins.ts'
import { describeCause } from '../../supabase/functions/api/log.ts'
import { copyVideo, type InspectVideo } from '../../supabase/functions/api/services/delivery/copy-video.ts'
import * as files from '../../supabase/functions/api/services/delivery/provider-file.ts'
import type { VideoStore } from '../../supabase/functions/api/services/delivery/video-store.ts'
import { DEADLINE } from '../../supabase/functions/api/services/jobs/deadline.ts'
import { MISSING_FILE_SECONDS } from '../../supabase/functions/api/services/progress/refresh-job.ts'
import type { Cost, StatusOutcome } from '../../supabase/functions/api/services/providers/provider.ts'
import type { Plan } from './plan.ts'

const MAX_FILE_READS = 3
const MIN_INTERVAL_SECONDS = 0.5
const MISSING_TASK_SECONDS = 10

export interface OrderDeps {
  fetch: typeof globalThis.fetch
  now: () => Date
  /** Ends early if `signal` aborts. */
  sleep: (ms: number) => Promise<void>
  /** Aborts when the operator stops the command. */
  signal: AbortSignal
  inspectVideo: InspectVideo
  print: (line: string) => void
}
interface Ending {
  kind: 'delivered' | 'refused' | 'failed' | 'not delivered' | 'no answer' | 'stopped'
  /** A sentence for the operator about the run. */
  said: string
}
/** Times are in seconds. Null: the order didn't get so far. */
export interface Course {
  ending: Ending
  taskId: string | null
  cost: Cost | null
  checks: { at: number; seconds: number; said: string }[]
  /** Why the video wasn't delivered, for each attempt that failed. */
  fileFaults: string[]
  /** The origin of a file that the settings don't allow. */
  foreignOrigin: string | null
  isStored: boolean
  seconds: Record<'create' | 'queue' | 'generation' | 'download' | 'inspection' | 'total', number | null>
}

/** `path`: the path of the stored video. */
export async function orderVideo({ provider, ...plan }: Plan, path: string, deps: OrderDeps): Promise<Course> {
  const { now, sleep, signal, print } = deps
  const { name } = provider
  const [started, checks, fileFaults]: [Date, Course['checks'], string[]] = [now(), [], []]
  const readSeconds = () => (now().getTime() - started.getTime()) / 1000
  const warn = (said: string) =>
    `${said} ${name} may still make the video, and charge for it. Its task: ${course.taskId ?? 'unknown'}.`
  const stopped = (): Ending => ({ kind: 'stopped', said: warn('Stopped.') })

  const created = await provider.create(plan.request)
  const create = readSeconds()
  const course: Course = {
    ...{
      ending: { kind: 'stopped', said: '' },
      taskId: null,
      cost: null,
      checks,
      fileFaults,
      foreignOrigin: null,
      isStored: false,
    },
    seconds: { create, queue: null, generation: null, download: null, inspection: null, total: null },
  }
  course.ending = await follow()
  course.seconds.total = readSeconds()
  return course

  async function follow(): Promise<Ending> {
    if (created.kind === 'not_created')
      return { kind: 'refused', said: `${name} refused the order (${created.code}): ${created.cause}` }
    const found = provider.taskIdOf?.({ id: plan.request.jobId, mode: 'text' }) ?? null
    const taskId = created.kind === 'created' ? created.taskId : found
    course.taskId = taskId
    if (signal.aborted) return stopped()
    if (taskId === null) {
      const cause = created.kind === 'unknown' ? describeCause(created.cause) : ''
      return { kind: 'no answer', said: warn(`No usable answer to the order: ${cause}.`) }
    }
    print(`${name} has task ${taskId}.`)
    while (readSeconds() < DEADLINE.seconds) {
      await sleep(Math.max(plan.intervalSeconds, MIN_INTERVAL_SECONDS) * 1000)
      const at = readSeconds()
      const outcome = signal.aborted ? null : await provider.status(taskId)
      if (!outcome || signal.aborted) return stopped()
      const said = describeStatus(outcome)
      if (said !== checks.at(-1)?.said) print(`${Math.round(at)} s: ${said}`)
      checks.push({ at, seconds: readSeconds() - at, said })
      if ('cost' in outcome) course.cost = outcome.cost ?? course.cost
      if (outcome.kind === 'no_news') await sleep((outcome.retryAfterSeconds ?? 0) * 1000)
      if (outcome.kind === 'failed')
        return { kind: 'failed', said: `${name} made no video: ${outcome.cause ?? outcome.message}` }
      if (/^(succeeded|processing|unknown)/.test(said)) course.seconds.queue ??= at - create
      const gone = checks[checks.findLastIndex((one) => one.said !== 'forgotten') + 1]?.at ?? at
      if (at - gone >= (provider.missingSeconds ?? MISSING_TASK_SECONDS))
        return { kind: 'failed', said: warn(`${name} doesn't know the task.`) }
      if (outcome.kind !== 'succeeded') continue
      course.seconds.generation ??= at - create - (course.seconds.queue ?? 0)
      const error = await deliver(outcome.url)
      if (error === null) return { kind: 'delivered', said: `${name} delivered the video.` }
      if (signal.aborted) return stopped()
      fileFaults.push(describeCause(error))
      const waited = at - (checks.find((one) => one.said === 'succeeded')?.at ?? at)
      const isFinal = error instanceof files.MissingFileError ? false : fileFaults.length >= MAX_FILE_READS
      if (isFinal || waited >= MISSING_FILE_SECONDS || !canArriveLater(error))
        return { kind: 'not delivered', said: `The video can't be delivered. ${describeCause(error)}` }
    }
    return { kind: 'no answer', said: warn(`No video within ${DEADLINE.seconds / 60} minutes.`) }
  }

  /** Returns the error, or null. */
  async function deliver(url: string | null): Promise<unknown> {
    if (!url) return new files.MissingFileError('success without the URL of a file')
    const began = readSeconds()
    const videos = createFileStore(() => {
      course.isStored = true
      course.seconds.download = readSeconds() - began
    })
    const openFile = files.createProviderFiles(
      (address) => isFileOrigin(provider.fileOrigins, address),
      deps.fetch,
      (address) => provider.fileHeaders?.(address) ?? {},
    )
    try {
      const made = { tool: plan.model.name, createdAt: started }
      await copyVideo(url, path, made, plan.seconds, { openFile, videos, inspectVideo: deps.inspectVideo })
      return null
    } catch (error) {
      if (error instanceof files.ForeignHostError) course.foreignOrigin = error.message
      return error
    } finally {
      const { download } = course.seconds
      if (download !== null) course.seconds.inspection = readSeconds() - began - download
    }
  }
}

const canArriveLater = (error: unknown) =>
  ![files.ForeignHostError, files.FileTooLargeError, files.UnplayableFormatError].some((kind) => error instanceof kind)

function describeStatus(outcome: StatusOutcome): string {
  if (outcome.kind === 'no_news') return `no usable answer: ${describeCause(outcome.cause)}`
  if (outcome.kind !== 'running') return outcome.kind
  return outcome.unknownWord === undefined ? outcome.phase : `unknown word: ${outcome.unknownWord}`
}

function createFileStore(onStored: () => void): VideoStore {
  return {
    async write(path, body, signal) {
      await writeFile(path, body, { signal, mode: 0o600 })
      onStored()
    },
    async read(path, start, end) {
      await using file = await open(path)
      const bytes = new Uint8Array(end - start)
      await file.read(bytes, 0, bytes.byteLength, start)
      return bytes
    },
  }
}
