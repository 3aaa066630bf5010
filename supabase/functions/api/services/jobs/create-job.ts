// Creates a job at a provider. The request is stored once per job ID before the provider is called. A second create
// request could be billed again.

import { sha256 } from 'hono/utils/crypto'
import { writePrompt } from '../../../_shared/contract/cast-plan.ts'
import type { InputKind } from '../../../_shared/contract/inputs.ts'
import type { CreateInput } from '../../../_shared/contract/jobs.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { type CatalogueModel, getMaxPromptLength, priceModel } from '../../catalogue/catalogue.ts'
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { CastPlan } from '../cast/plan-cast.ts'
import { createHoldError } from '../credits/hold-error.ts'
import type { Files } from '../files.ts'
import { foldWords } from '../fold-words.ts'
import type { UploadedImage } from '../image/uploaded-image.ts'
import { hidePrompts } from '../providers/failures/account-refusal.ts'
import { canFallBack } from '../providers/fallback.ts'
import {
  type AvailableModel,
  type CreateOutcome,
  type CreateRequest,
  MAX_TASK_ID_CHARACTERS,
  type VideoProvider,
} from '../providers/provider.ts'
import { DEADLINE } from './deadline.ts'
import type { JobRow } from './job-row.ts'
import type { JobRecords, JobRequest, StartResponse } from './jobs.ts'
import { loadInputs } from './load-inputs.ts'
import { REFUSAL_ADVICE, recordRefusal } from './record-refusal.ts'
import type { TaskNotes } from './task-notes.ts'

const MAX_WAIT_SECONDS = 5

const NOT_CREATED = {
  content_refused: REFUSALS.contentRefused,
  provider_rejected: REFUSALS.providerRejected,
  provider_busy: REFUSALS.providerBusy,
  provider_unavailable: REFUSALS.providerUnavailable,
  no_task_id: REFUSALS.noTaskId,
  storage_unavailable: REFUSALS.imageNotStored,
}
type CreateFailure = keyof typeof NOT_CREATED

export interface CreateJob {
  userId: string
  /** The API key of the request. Null for a session. */
  apiKeyId: string | null
  jobId: string
  model: CatalogueModel
  /** The model's providers, in order of preference. */
  offers: readonly [AvailableModel, ...AvailableModel[]]
  quoted: number
  kind: InputKind
  /** The input as the client sent it. */
  asked: CreateInput
  plan: CastPlan
  /** The first image, if the request contains it. */
  image: UploadedImage | null
  /** The combinations without sound, as Catalogue has them. */
  silent: string[]
}

export interface CreateDeps {
  jobs: JobRecords
  files: Files
  tasks: TaskNotes
  sleep: (ms: number) => Promise<void>
  log: Log
}

/** Returns the job's status. Throws RequestError if no job was created. The hold is then released. */
export async function createJob(request: CreateJob, deps: CreateDeps): Promise<'waiting' | 'unknown'> {
  const { jobs, files, tasks, log } = deps
  const { userId, apiKeyId, jobId, model, offers, quoted, kind, asked, plan, image, silent } = request
  const { input } = plan
  const mode = kind === 'text' || kind === 'upscale' ? 'text' : 'image'
  const {
    image: _,
    lastImage: __,
    references = [],
    audio,
    voiceConsent: ___,
    cast: ____,
    source,
    resolution: wanted,
    ...plain
  } = input
  const resolution = offers[0].made[kind]?.accepts.includes('resolution')
    ? (wanted ?? model.resolutions[0]?.name ?? null)
    : null
  const imagePath = image && files.imagePath(jobId, image)
  const requestHash = await hashRequest(model.id, asked)
  const start = await jobs.start(
    { userId, apiKeyId, jobId, quoted, provider: offers[0].provider.name, requestHash },
    {
      model: model.id,
      mode,
      input: plain,
      image_path: imagePath,
      input_kind: kind,
      images: listImages(plan, image),
      folded_prompt: foldWords(listTexts(plan).join('\n')),
      cast: plan.listed,
      source_id: source?.job ?? null,
      source_use: source?.use ?? null,
      resolution,
      source: priceModel(model, { kind, resolution: resolution ?? undefined, length: input.length }).source,
      upscale: kind === 'upscale' ? { steps: listSteps(model), silent } : null,
      description: `Video with ${model.id}`,
    },
  )
  if (start.outcome === 'exists') {
    const { credits, settlement } = start.job
    // A repeated request must have the price that the user is paying.
    if (credits !== quoted) throw createHoldError({ outcome: 'key_mismatch', settlement }, model.name, quoted)
    return repeatResponse(start.job)
  }
  if (start.outcome !== 'started') {
    const refused = start.outcome === 'too_many_open' ? addLimit(start, jobs.maxOpen) : start
    throw createHoldError(refused, model.name, quoted)
  }
  let inputs: Awaited<ReturnType<typeof loadInputs>>
  try {
    inputs = await loadInputs(start.job, files)
    if (image && imagePath) inputs.image = { ...image, url: await files.storeInput(imagePath, image) }
  } catch (cause) {
    await jobs.release(jobId, 'storage_unavailable')
    throw createJobError('storage_unavailable', '', describeCause(cause))
  }
  const order: CreateRequest = {
    ...plain,
    ...inputs,
    jobId,
    model: model.id,
    kind,
    prompt: describeInputs(plan, getMaxPromptLength(model, offers[0].made)),
    durationSeconds: input.length,
    resolution,
  }
  const [{ made }, ...others] = offers
  const standIns = others.filter((other) => canFallBack(model, order, made, other.made))
  const { provider, outcome } = await callProviders(order, [offers[0], ...standIns], deps)
  const refuses = outcome.kind === 'created' ? undefined : outcome.refusesUs
  const noteRefusal = async (cause: unknown) => {
    if (!refuses) return
    const said = hidePrompts(cause instanceof Error ? cause.message : String(cause), order)
    await recordRefusal({ provider: provider.name, refuses, said }, deps)
  }
  switch (outcome.kind) {
    case 'created': {
      const note = await tasks.note(jobId, outcome.taskId)
      if (note === 'repeated') {
        throw createJobError('no_task_id', '', `task ${outcome.taskId} is another job's`)
      }
      return note === 'noted' ? 'waiting' : 'unknown'
    }
    case 'not_created':
      await jobs.release(jobId, outcome.code, outcome.reason)
      await noteRefusal(outcome.cause)
      throw createJobError(
        outcome.code,
        outcome.reason,
        [`${provider.name}: ${outcome.cause}`, ...(refuses ? [REFUSAL_ADVICE[refuses]] : [])].join(': '),
      )
    case 'unknown': {
      log({ level: 'error', message: 'create response lost', jobId, cause: describeCause(outcome.cause) })
      const isFound =
        provider.taskIdOf !== undefined && (await tasks.note(jobId, provider.taskIdOf({ id: jobId, mode }))) === 'noted'
      if (!isFound) await jobs.markUnknown(jobId)
      await noteRefusal(outcome.cause)
      return isFound ? 'waiting' : 'unknown'
    }
    default:
      return outcome satisfies never
  }
}

/** Lists the prices of an upscaled video by the length of its source. */
function listSteps(model: CatalogueModel) {
  return model.durations
    .map(({ seconds }) => ({ seconds, source: priceModel(model, { kind: 'upscale', length: seconds }).source }))
    .toSorted((a, b) => a.seconds - b.seconds)
}

/** Adds the limit, and the seconds until the oldest unconfirmed job stops counting. */
function addLimit(start: Extract<StartResponse, { outcome: 'too_many_open' }>, max: number) {
  const { unconfirmed_seconds: seconds } = start
  return { ...start, max, ...(seconds === null ? {} : { endsInSeconds: Math.max(0, DEADLINE.seconds - seconds) }) }
}

/** Lists the uploaded images in the order that the provider expects, and the voice. Excludes an image in the request itself. */
function listImages({ input, referenced, voiceOf }: CastPlan, sent: UploadedImage | null): JobRequest['images'] {
  const { image, lastImage, references = [], audio } = input
  return [
    ...(image && !sent ? [{ role: 'first' as const, id: image, member: null }] : []),
    ...(lastImage ? [{ role: 'last' as const, id: lastImage, member: null }] : []),
    ...references.map(({ role, image }, place) => ({ role, id: image, member: referenced[place]?.id ?? null })),
    ...(audio ? [{ role: 'voice' as const, id: audio, member: voiceOf?.id ?? null }] : []),
  ]
}

/** Lists the user's own words that the provider may read. A negative prompt says what a video must not show. */
function listTexts({ input, named }: CastPlan): string[] {
  return [input.prompt, ...named.flatMap(({ name, note }) => [name, note])]
}

/** Returns the prompt that the provider reads: see writePrompt. */
function describeInputs({ input, named, referenced, voiceOf }: CastPlan, maxLength: number): string {
  const { prompt, references = [], audio } = input
  const shown = references.map(({ role }, place) => ({ role, member: referenced[place] ?? null }))
  return writePrompt(prompt, { named, references: shown, audio: audio ? voiceOf : undefined }, maxLength).prompt
}

/**
 * Calls the first provider. Calls the next one only if the previous one certainly received nothing. The database
 * records the job's provider before each call, so that the provider is known if its response is lost.
 */
async function callProviders(
  request: CreateRequest,
  [{ provider }, next, ...others]: readonly [AvailableModel, ...AvailableModel[]],
  deps: CreateDeps,
): Promise<{ provider: VideoProvider; outcome: CreateOutcome }> {
  const outcome = checkTaskId(await callProvider(request, provider, deps))
  const isUnreachable = outcome.kind === 'not_created' && outcome.isUnreachable
  if (!next || !isUnreachable || !(await handOver(request.jobId, provider, next.provider, outcome.cause, deps)))
    return { provider, outcome }
  return callProviders(request, [next, ...others], deps)
}

/**
 * Returns whether the database recorded the new provider, which must happen before that provider is called. Never
 * throws.
 */
async function handOver(
  jobId: string,
  from: VideoProvider,
  to: VideoProvider,
  reason: string,
  { jobs, log }: CreateDeps,
): Promise<boolean> {
  try {
    const isHandedOver = await jobs.handOver(jobId, from.name, to.name)
    if (isHandedOver)
      log({ level: 'warn', message: `${from.name} can't be reached, so ${to.name} is asked`, jobId, cause: reason })
    return isHandedOver
  } catch (cause) {
    log({ level: 'warn', message: 'job not handed over', jobId, cause: describeCause(cause) })
    return false
  }
}

/** Retries once after a 429 whose Retry-After is at most 5 s. A 429 means that the provider created nothing. */
async function callProvider(
  request: CreateRequest,
  provider: VideoProvider,
  { sleep, log }: CreateDeps,
): Promise<CreateOutcome> {
  const outcome = await provider.create(request)
  const wait = outcome.kind === 'not_created' ? outcome.retryAfterSeconds : undefined
  if (wait === undefined || wait > MAX_WAIT_SECONDS) return outcome
  log({ level: 'warn', message: `provider asked to wait ${wait} s`, jobId: request.jobId })
  await sleep(Math.max(1, wait) * 1000)
  return provider.create(request)
}

/**
 * Treats a task ID that is too long as unknown. The provider accepted the job, so the task is found by our job ID, if
 * possible. Otherwise, the job waits for its deadline.
 */
function checkTaskId(outcome: CreateOutcome): CreateOutcome {
  if (outcome.kind !== 'created' || outcome.taskId.length <= MAX_TASK_ID_CHARACTERS) return outcome
  return { kind: 'unknown', cause: new Error(`the task ID has ${outcome.taskId.length} characters`) }
}

function repeatResponse(job: JobRow): 'waiting' | 'unknown' {
  const code = (Object.keys(NOT_CREATED) as CreateFailure[]).find((failure) => failure === job.failure_code)
  if (code) throw createJobError(code, job.failure_message ?? '', 'answered before')
  return job.status === 'unknown' ? 'unknown' : 'waiting'
}

function createJobError(code: CreateFailure, reason: string, cause: string): RequestError {
  return new RequestError(NOT_CREATED[code](reason), { data: { settlement: 'released' }, cause: new Error(cause) })
}

async function hashRequest(model: string, input: CreateInput): Promise<string> {
  return (await sha256(JSON.stringify([model, input]))) ?? ''
}
