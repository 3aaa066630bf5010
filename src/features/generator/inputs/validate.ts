import {
  describeLongText,
  describeMissingCredits,
  describeMissingPrompt,
  describeUnsupportedMode,
} from '@contract/sentences'
import { trimText } from '@contract/visible-text'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import type { findUnconfirmed } from '@/state/jobs/job'
import {
  describeNotEnoughForAll,
  describeNotEnoughForTakes,
  describeOpenJobs,
  describeTooManyTogether,
  MESSAGES,
} from '@/state/jobs/job-text'

export interface FormProblem {
  field: 'model' | 'prompt' | 'negativePrompt' | 'image' | 'voice' | 'session' | 'credits' | 'jobs' | 'connection'
  message: string
}

export interface ValidationContext {
  fields: Fields
  /** The chosen model, or the compared models. */
  models: readonly Model[]
  /** The number of videos per model. */
  takes: number
  /** The total price on the button, in credits. It may use newer prices than `model.credits`. */
  price: number
  image: 'none' | 'preparing' | 'ready'
  /** The first problem of the advanced inputs (advanced-snapshot.ts). */
  inputProblem?: FormProblem | null
  /**
   * `missing`: the sign-in code didn't load, so nothing can be sent. `loading` is no problem, because the submit waits
   * for the session.
   */
  session: 'missing' | 'loading' | 'signed_in' | 'signed_out'
  /** The available credits. Null while unknown, so that the server decides. */
  credits: number | null
  openJobs: number
  /** The active jobs that the provider has not confirmed. */
  unconfirmed?: ReturnType<typeof findUnconfirmed>
  maxOpenJobs: number
  isOffline: boolean
}

/** Returns the first check that fails. The order of the checks is fixed. */
export function validate({ fields, image, inputProblem = null, ...start }: ValidationContext): FormProblem | null {
  const { models } = start
  const prompt = trimText(fields.prompt)
  const unfit = models.find(({ makesFrom }) => !makesFrom[fields.mode])
  if (unfit) return { field: 'model', message: describeUnsupportedMode(fields.mode, unfit.name) }
  if (inputProblem) return inputProblem
  if (fields.mode === 'text' && !prompt) return { field: 'prompt', message: MESSAGES.promptMissing }
  if (fields.mode === 'image' && image === 'preparing') return { field: 'image', message: MESSAGES.imagePreparing }
  if (fields.mode === 'image' && image === 'none') return { field: 'image', message: MESSAGES.imageMissing }
  const wordy = fields.mode === 'image' && !prompt && models.find(({ imageNeedsPrompt }) => imageNeedsPrompt)
  if (wordy) return { field: 'prompt', message: describeMissingPrompt(wordy.name) }
  // Check the text before the account. Otherwise, a user would sign in only to learn that the text is too long.
  const strict = models.find(({ maxPromptLength }) => prompt.length > maxPromptLength)
  if (strict)
    return { field: 'prompt', message: describeLongText('prompt', prompt.length, strict.maxPromptLength, strict.name) }
  const negative = trimText(fields.negativePrompt)
  for (const { name, maxNegativePromptLength } of models) {
    const limit = maxNegativePromptLength[fields.mode]
    if (limit !== null && negative.length > limit) {
      return { field: 'negativePrompt', message: describeLongText('negative prompt', negative.length, limit, name) }
    }
  }
  return validateStart(start)
}

/** Returns the first check of the account and the connection that fails. */
export function validateStart({
  models,
  takes,
  price,
  session,
  credits,
  openJobs,
  unconfirmed = null,
  maxOpenJobs,
  isOffline,
}: Omit<ValidationContext, 'fields' | 'image' | 'inputProblem'>): FormProblem | null {
  if (session === 'missing') return { field: 'session', message: MESSAGES.signInMissing }
  if (session === 'signed_out') return { field: 'session', message: MESSAGES.signInFirst }
  if (credits !== null && credits < price) {
    return { field: 'credits', message: describeShortage(models, takes, price, credits) }
  }
  if (isOffline) return { field: 'connection', message: MESSAGES.offlineStart }
  if (openJobs >= maxOpenJobs) return { field: 'jobs', message: describeOpenJobs(openJobs, maxOpenJobs, unconfirmed) }
  const free = maxOpenJobs - openJobs
  if (models.length * takes > free) return { field: 'jobs', message: describeTooManyTogether(free) }
  return null
}

function describeShortage(models: readonly Model[], takes: number, need: number, have: number): string {
  const [model] = models
  if (!model || models.length > 1) return describeNotEnoughForAll(models.length * takes, need, have)
  if (takes > 1) return describeNotEnoughForTakes(takes, model.name, need, have)
  return describeMissingCredits({ modelName: model.name, need, have })
}
