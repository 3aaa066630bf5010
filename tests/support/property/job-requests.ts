// A user's jobs, and the requests that create them.
import { pngDataUri } from '../server/image.ts'
import type { SentRequest } from './connection.ts'
import type { Random } from './random.ts'
import type { Epoch, Job, User } from './world.ts'

const PRICES = { 'kling-1.6': 20, 'veo-2': 180 } as const
const PATHS = { 'kling-1.6': '/generation/kling-ai/kling-v1-6', 'veo-2': '/generation/google/veo2' } as const
const IMAGE = pngDataUri(320, 320)

export function newJob(user: User, random: Random, epoch: Epoch): Job {
  return addJob(user, random, epoch, random.chance(0.95) ? 'kling-1.6' : 'veo-2')
}

export function addJob(user: User, random: Random, epoch: Epoch, model: Job['model']): Job {
  const job: Job = {
    id: random.uuid(),
    user,
    model,
    price: PRICES[model],
    hasImage: random.chance(0.08),
    isHeld: false,
    isCreated: false,
    isStopped: false,
    mayBeDeleted: false,
    settlement: null,
  }
  user.jobs.push(job)
  epoch.jobs.set(job.id, job)
  epoch.owners.set(job.id, user)
  return job
}

export const buildCall = (
  user: User,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): SentRequest => ({
  method,
  path,
  headers: {
    authorization: `Bearer ${user.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

export const buildCreate = (user: User, job: Job, quoted = job.price, length = 5): SentRequest =>
  buildCall(
    user,
    'POST',
    PATHS[job.model],
    { input: getInput(job, length) },
    { 'idempotency-key': job.id, 'x-quoted-credits': String(quoted) },
  )

/**
 * Returns the provider's input. The prompt contains the job's ID, so that the provider's books can be compared with
 * responses.
 */
function getInput(job: Job, length: number) {
  return {
    prompt: `A lighthouse in the rain, job:${job.id}`,
    negativePrompt: '',
    length,
    aspectRatio: '16:9',
    seed: 7,
    generateAudio: true,
    ...(job.hasImage ? { image: IMAGE } : {}),
  }
}
