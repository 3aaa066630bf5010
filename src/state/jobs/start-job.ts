// Starts a job: one hold, then one create request. Rejects only when aborted.

import { type CreateBody, MAX_SEED, waitSeconds } from '@contract/jobs'
import type { Model } from '@/config/models'
import { ApiError, isRefusedAs, UnexpectedResponseError } from '@/lib/http/api-error'
import type { Services } from '@/lib/services'
import * as s from '@/lib/shape'
import { consumeFailure, createFailure, describeRequestFailure, type JobFailure, type Quote } from './failure'
import type { Fields } from './fields'
import type { Job } from './job'
import { describeCompanionFailure, describeHeldCredits, describeMissingTask, MESSAGES } from './job-text'
import { hasReturnedCredits, isOutcomeUnknown, isRejectedWithHold, mayHaveSucceeded } from './refusal'

/**
 * The fields of a create request with the input images, the voice, the source video, the cast, and the resolution. A
 * prompt replaces the job's.
 */
export type SentInput = Pick<
  CreateBody['input'],
  'prompt' | 'image' | 'lastImage' | 'references' | 'audio' | 'voiceConsent' | 'source' | 'cast' | 'resolution'
>

export interface JobInput {
  /**
   * Reads an image as a data URI, or uploads images. Rejects with an ApiError, or with an Error whose message is for
   * the user.
   */
  read(): Promise<SentInput>
  /**
   * Clears the IDs of uploaded images, so that the next click uploads them again, and reads the cast again. Called if the
   * server no longer has one of the images, or a member of the cast has changed.
   */
  forget?(): void
  /** Called if a member of the cast was renamed or deleted since the cast was read. */
  onCastChanged?(): Promise<void>
}

export interface StartDeps extends Pick<Services, 'video' | 'videoMode' | 'creditsApi'> {
  model: Model
  /**
   * The `source` of the hold: the model's ID, and each choice that adds to the price
   * (supabase/functions/_shared/contract/pricing.ts).
   */
  source: string
  credits: {
    setBalance(balance: number): void
    addPending(jobId: string, amount: number): void
    removePending(jobId: string): void
  }
  /** Null if there is only a prompt. */
  input: JobInput | null
  /** Called when the hold's response arrived or was lost. */
  onHeld(settlement: Job['settlement']): void
  signal: AbortSignal
}

// `lost`: the job's status will show whether the job exists. `isUnsent`: the job never started, so the next click may
// reuse its ID and its hold. `isListed`: the server accepted the job and then returned its credits.
export type StartResult = { type: 'created'; taskId: string; wait: number | null } | { type: 'lost' } | Refused

interface Refused {
  type: 'refused'
  failure: JobFailure
  isUnsent?: boolean
  isListed?: boolean
}

/**
 * Returns a different seed for each take. The first is the form's seed, if any. `random` returns numbers from 0 up to
 * 1, like Math.random.
 */
export function chooseSeeds({ seed }: Pick<Fields, 'seed'>, takes: number, random: () => number): number[] {
  const seeds = seed === null ? [] : [seed]
  while (seeds.length < takes) seeds.push(drawSeed(seeds, random))
  return seeds
}

/** Returns a random seed that is none of `taken`. */
export function drawSeed(taken: readonly number[], random: () => number): number {
  let drawn = Math.floor(random() * (MAX_SEED + 1))
  // Increment instead of drawing again, which might never end with a repeating generator.
  while (taken.includes(drawn)) drawn = (drawn + 1) % (MAX_SEED + 1)
  return drawn
}

export interface StartMode {
  job: Job
  deps: StartDeps
}

/**
 * Starts several jobs: takes, compared models, or both. All use the input of the first, which is read once. All holds
 * succeed before the first create request, or all are returned. If a create request is refused, its hold is returned.
 * @param undo returns a hold; rejects if the return isn't certain
 * @param onStarted called once for each job, but never after the abort
 */
export async function startTogether(
  starts: readonly StartMode[],
  undo: (jobId: string) => Promise<unknown>,
  onStarted: (job: Job, end: StartResult) => void,
): Promise<void> {
  const refuseAll = (failureOf: (job: Job) => JobFailure) => {
    for (const { job } of starts) onStarted(job, createRefusal(failureOf(job)))
  }
  const [first] = starts
  if (!first) return
  const input = await readInput(first.job, first.deps)
  if ('kind' in input) return refuseAll(() => input)
  const settlements: Job['settlement'][] = []
  for (const [index, { job, deps }] of starts.entries()) {
    const held = await hold(job, deps)
    if (held === 'held' || held === 'captured') {
      settlements.push(held)
      continue
    }
    const placed = starts.slice(0, typeof held === 'string' ? index + 1 : index)
    const undone = await Promise.allSettled(placed.map(({ job }) => undo(job.id)))
    deps.signal.throwIfAborted()
    for (const { job } of placed) deps.credits.removePending(job.id)
    const isKept = (job: Job) => undone[placed.findIndex((one) => one.job === job)]?.status === 'rejected'
    return refuseAll((refusedJob) => {
      const charge = isKept(refusedJob) ? describeHeldCredits(refusedJob.credits) : MESSAGES.notCharged
      if (refusedJob !== job)
        return {
          kind: 'plain',
          message: describeCompanionFailure(job.modelName === refusedJob.modelName ? null : job.modelName),
          charge,
        }
      return { charge, ...(typeof held === 'string' ? { kind: 'plain', message: MESSAGES.consumeFailed } : held) }
    })
  }
  const sending = starts.map(async ({ job, deps }, index) => {
    deps.onHeld(settlements[index] ?? 'pending')
    const end = await create(job, input, deps)
    onStarted(job, end.type === 'refused' && end.isUnsent ? await returnHold(job, end, undo) : end)
  })
  await Promise.all(sending)
}

/** Returns the hold of a refused job, because the next click for several jobs has new IDs. */
async function returnHold(job: Job, end: Refused, undo: (jobId: string) => Promise<unknown>): Promise<Refused> {
  const charge = await undo(job.id).then(
    () => MESSAGES.notCharged,
    () => describeHeldCredits(job.credits),
  )
  return { ...end, isUnsent: false, failure: { ...end.failure, charge } }
}

export async function startJob(job: Job, deps: StartDeps): Promise<StartResult> {
  try {
    const input = await readInput(job, deps)
    if ('kind' in input) return createRefusal(input)
    const held = await hold(job, deps)
    if (typeof held !== 'string') return createRefusal(held)
    deps.onHeld(held)
    return await create(job, input, deps)
  } catch {
    deps.signal.throwIfAborted()
    return createRefusal({ kind: 'plain', message: MESSAGES.fallback })
  }
}

/** Reads the job's input, or returns why that failed. No credits are held yet. */
async function readInput(job: Job, { input, ...deps }: StartDeps): Promise<SentInput | JobFailure> {
  try {
    return (await input?.read()) ?? {}
  } catch (error) {
    if (error instanceof ApiError) return { ...createFailure(error, getQuote(job, deps)), charge: MESSAGES.notCharged }
    return { kind: 'plain', message: error instanceof Error ? error.message : MESSAGES.fallback }
  }
}

function getQuote({ credits }: Job, { model, source }: Pick<StartDeps, 'model' | 'source'>): Quote {
  return { modelName: model.name, credits, source }
}

function createRefusal(failure: JobFailure): StartResult {
  return { type: 'refused', failure }
}

async function hold(job: Job, deps: StartDeps): Promise<Job['settlement'] | JobFailure> {
  const { creditsApi, credits, model, source, signal } = deps
  const { id: jobId, credits: amount } = job
  const description = `${model.name} video, ${job.length} seconds`
  try {
    const answer = await creditsApi.consume({ jobId, amount, source, description, signal })
    credits.setBalance(answer.balanceAfter)
    return answer.settlement
  } catch (error) {
    signal.throwIfAborted()
    if (!mayHaveSucceeded(error)) return consumeFailure(error, getQuote(job, deps))
    // The hold may exist. Display the cost. The create request places the hold if it is missing.
    credits.addPending(job.id, job.credits)
    return 'pending'
  }
}

async function create(job: Job, given: SentInput, deps: StartDeps): Promise<StartResult> {
  const { video, videoMode, credits, model, signal } = deps
  const isDirect = videoMode === 'direct'
  try {
    // A provider may refuse fields that its model doesn't list. Only our gateway removes such fields.
    const input = buildInput(job, given, !isDirect || model.hasSound)
    const request = {
      method: 'POST',
      path: `/generation/${model.path}`,
      body: { input } satisfies CreateBody,
      signal,
    } as const
    const headers = { 'Idempotency-Key': job.id, 'X-Quoted-Credits': String(job.credits) }
    // The provider receives none of our headers, and a create request to the provider is never repeated.
    const answer = await video.request(isDirect ? { ...request, retries: 0 } : { ...request, headers })
    const taskId = parseTaskId(answer)
    if (taskId !== null) return { type: 'created', taskId, wait: s.read(offer, answer)?.data.wait ?? null }
    credits.removePending(job.id)
    return createRefusal({ kind: 'plain', message: describeMissingTask(answer) })
  } catch (error) {
    signal.throwIfAborted()
    if (!isDirect && isOutcomeUnknown(error)) return { type: 'lost' }
    credits.removePending(job.id)
    if (error instanceof UnexpectedResponseError && error.status < 300) {
      return createRefusal({ kind: 'plain', message: describeMissingTask(error.body) })
    }
    if (isDirect) return createRefusal(describeRequestFailure(error))
    if (isRefusedAs(error, 'image_gone', 'cast_changed')) deps.input?.forget?.()
    if (isRefusedAs(error, 'cast_changed')) void deps.input?.onCastChanged?.()
    const failure = createFailure(error, getQuote(job, deps))
    return { type: 'refused', failure, isUnsent: isRejectedWithHold(error), isListed: hasReturnedCredits(error) }
  }
}

function buildInput(job: Job, given: SentInput, sendsAudio: boolean): CreateBody['input'] {
  const { prompt, negativePrompt, length, aspectRatio, seed, generateAudio } = job
  return {
    prompt,
    negativePrompt,
    length,
    aspectRatio,
    seed,
    ...(sendsAudio ? { generateAudio } : {}),
    ...given,
  }
}

/**
 * The longest task ID in characters, far above every provider's. The API has the same limit. Each status request
 * contains the ID.
 */
const MAX_TASK_ID_CHARACTERS = 500

const taskId = s.orElse(
  s.when(s.trimmed, ({ length }) => length <= MAX_TASK_ID_CHARACTERS),
  null,
)
const answer = s.object({ taskId, data: s.orElse(s.object({ taskId }), null) })

/** The wait that only our gateway offers. */
const offer = s.object({ data: s.object({ wait: waitSeconds.parse }) })

/** Parses the task ID, with or without the provider's envelope. Returns null if there is none. */
export function parseTaskId(body: unknown): string | null {
  const parsed = s.read(answer, body)
  return parsed?.data?.taskId ?? parsed?.taskId ?? null
}
