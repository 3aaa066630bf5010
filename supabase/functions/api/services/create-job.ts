// From a checked request to a vendor task. The request is stored before the vendor is called, and the vendor is called
// at most once per job id.
import { sha256 } from 'hono/utils/crypto'
import type { CreateInput } from '../contract.ts'
import { RequestError } from '../errors.ts'
import { describeCause, type Log } from '../middleware/request-log.ts'
import type { Files } from './files.ts'
import { holdRefused } from './hold-refused.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Picture } from './picture.ts'
import type { VideoProvider } from './providers/provider.ts'

/** How often the vendor's task id is written down before the job counts as unknown, and how long between. */
const NOTE_ATTEMPTS = 3
const NOTE_INTERVAL_MS = 1000

/** Ends of a job whose create was answered with an error. */
const CREATE_FAILURES = ['vendor_rejected', 'vendor_busy', 'no_task_id', 'storage_unavailable'] as const
type CreateFailure = (typeof CREATE_FAILURES)[number]

export interface CreateJob {
  userId: string
  jobId: string
  model: string
  quoted: number
  input: CreateInput
  picture: Picture | null
}

export interface CreateDeps {
  jobs: Jobs
  files: Files
  provider: VideoProvider
  sleep: (ms: number) => Promise<void>
  log: Log
}

/** Answers the job's wire status. Throws RequestError when nothing was created; its hold is then released. */
export async function createJob(request: CreateJob, deps: CreateDeps): Promise<'waiting' | 'unknown'> {
  const { jobs, files, provider, log } = deps
  const { userId, jobId, model, quoted, input, picture } = request
  const picturePath = picture && files.picturePath(userId, jobId, picture)
  const start = await jobs.start(userId, jobId, quoted, provider.name, await hashRequest(model, input), {
    model,
    mode: picture ? 'image' : 'text',
    prompt: input.prompt,
    negative_prompt: input.negativePrompt,
    length_seconds: input.length,
    aspect_ratio: input.aspectRatio,
    seed: input.seed,
    generate_audio: input.generateAudio,
    picture_path: picturePath,
    description: `Video with ${model}`,
  })
  if (start.outcome === 'exists') return answerAgain(start.job)
  if (start.outcome !== 'started') throw holdRefused(start, model, quoted)
  let pictureUrl: string | null = null
  if (picture && picturePath) {
    try {
      pictureUrl = await files.storePicture(picturePath, picture)
    } catch (cause) {
      // The vendor was not called yet.
      const message = 'The picture could not be stored just now. You were not charged. Try again in a moment.'
      await jobs.release(jobId, 'storage_unavailable', message)
      throw notCreated('storage_unavailable', message, describeCause(cause))
    }
  }
  const outcome = await provider.create({
    jobId,
    model,
    prompt: input.prompt,
    negativePrompt: input.negativePrompt,
    lengthSeconds: input.length,
    aspectRatio: input.aspectRatio,
    seed: input.seed,
    generateAudio: input.generateAudio,
    pictureUrl,
  })
  switch (outcome.kind) {
    case 'created':
      return (await noteTask(jobId, outcome.taskId, deps)) ? 'waiting' : 'unknown'
    case 'not_created':
      await jobs.release(jobId, outcome.code, outcome.message)
      throw notCreated(outcome.code, outcome.message, outcome.cause)
    case 'unknown':
      log({ level: 'error', message: 'create answer lost', jobId, cause: describeCause(outcome.cause) })
      await jobs.markUnknown(jobId)
      return 'unknown'
    default:
      return outcome satisfies never
  }
}

/** The vendor has the job and will charge us for it: a database that fails now must not lose its id, nor be a failure. */
async function noteTask(jobId: string, taskId: string, { jobs, sleep, log }: CreateDeps): Promise<boolean> {
  for (let attempt = 1; attempt <= NOTE_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await sleep(NOTE_INTERVAL_MS)
    try {
      await jobs.recordVendorTask(jobId, taskId)
      return true
    } catch (error) {
      // The line by which a person can find the task again.
      log({
        level: 'error',
        message: 'vendor task not recorded',
        jobId,
        cause: `task ${taskId}: ${describeCause(error)}`,
      })
    }
  }
  return false
}

/** The same key with the same request: what the first one was told. */
function answerAgain(job: Job): 'waiting' | 'unknown' {
  const code = CREATE_FAILURES.find((failure) => failure === job.failure_code)
  if (code) throw notCreated(code, job.failure_message ?? '', 'answered before')
  return job.status === 'unknown' ? 'unknown' : 'waiting'
}

function notCreated(code: CreateFailure, message: string, cause: string): RequestError {
  return new RequestError(code, message, { data: { settlement: 'released' }, cause: new Error(cause) })
}

/** Two requests with one key are the same request when this is the same. */
async function hashRequest(model: string, input: CreateInput): Promise<string> {
  return (await sha256(JSON.stringify([model, input]))) ?? ''
}
