import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import { cannotStartFrom, MESSAGES, notEnoughCredits, tooLong, tooManyJobs } from '@/state/jobs/job-text'

export interface Problem {
  field: 'model' | 'prompt' | 'negativePrompt' | 'image' | 'session' | 'credits' | 'jobs'
  message: string
}

export interface Situation {
  fields: Fields
  model: Model
  /** As on the button: a changed price may differ from `model.credits`. */
  price: number
  image: 'none' | 'preparing' | 'ready'
  /** `missing`: the sign-in code did not load, and nothing can be sent. `loading` passes: the click waits for it. */
  session: 'missing' | 'loading' | 'signed_in' | 'signed_out'
  /** Available credits; null while unknown, and then the server decides. */
  credits: number | null
  openJobs: number
  maxOpenJobs: number
}

/** Returns the first check that fails, in the specification's order. */
export function validate({
  fields,
  model,
  price,
  image,
  session,
  credits,
  openJobs,
  maxOpenJobs,
}: Situation): Problem | null {
  const prompt = fields.prompt.trim()
  if (!model.makesFrom[fields.mode]) return { field: 'model', message: cannotStartFrom(fields.mode, model.name) }
  if (fields.mode === 'text' && !prompt) return { field: 'prompt', message: MESSAGES.promptMissing }
  if (fields.mode === 'image' && image === 'preparing') return { field: 'image', message: MESSAGES.imagePreparing }
  if (fields.mode === 'image' && image === 'none') return { field: 'image', message: MESSAGES.imageMissing }
  // Before the checks of the account: a text that is too long should not cost a sign-in first.
  const limit = model.maxPromptLength
  if (prompt.length > limit) {
    return { field: 'prompt', message: tooLong(prompt.length, limit, model.name) }
  }
  const negative = fields.negativePrompt.trim()
  const negativeLimit = model.maxNegativePromptLength[fields.mode]
  if (negativeLimit !== null && negative.length > negativeLimit) {
    return { field: 'negativePrompt', message: tooLong(negative.length, negativeLimit, model.name) }
  }
  if (session === 'missing') return { field: 'session', message: MESSAGES.signInMissing }
  if (session === 'signed_out') return { field: 'session', message: MESSAGES.signInFirst }
  if (credits !== null && credits < price) {
    return { field: 'credits', message: notEnoughCredits({ modelName: model.name, credits: price }, credits) }
  }
  if (openJobs >= maxOpenJobs) return { field: 'jobs', message: tooManyJobs(maxOpenJobs) }
  return null
}
