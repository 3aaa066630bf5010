import type { InputKind } from '@contract/inputs'
import { findDuration, priceJob } from '@contract/pricing'
import type { Model } from '@/config/models'
import { fitLength } from '@/state/jobs/fields'
import type { Job, SucceededJob } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/jobs-state'

interface Price {
  /** The price in credits. */
  price: number
  /** The `source` of the hold. */
  source: string
}

/** Returns the kind of input of another take of a job. The server adds the images of its cast if the model takes references. */
export function getTakeKind(
  { inputKind, images, cast }: Pick<Job, 'inputKind' | 'images' | 'cast'>,
  { inputs }: Pick<Model, 'inputs'>,
): InputKind {
  if (cast.length === 0 || (inputKind !== 'text' && inputKind !== 'references')) return inputKind
  const addsImages = inputs?.references !== undefined && cast.some(({ id }) => id !== null)
  return addsImages || images.some(({ castId }) => castId === null) ? 'references' : 'text'
}

/** Returns the price of another take of a job. */
export function priceTake(
  job: Pick<Job, 'inputKind' | 'images' | 'cast' | 'resolution' | 'length'>,
  model: Model,
  prices: JobsState['prices'],
): Price {
  const { resolution, length } = job
  const kind = getTakeKind(job, model)
  const choice = { kind, resolution: resolution ?? undefined, length: fitLength(length, model) }
  return price(model, choice, prices)
}

/** Returns the price of a video with twice its size. Null if it is upscaled already, or too long. */
export function priceUpscale(
  { inputKind, durationSeconds }: Pick<SucceededJob, 'inputKind' | 'durationSeconds'>,
  upscaler: Model | null,
  prices: JobsState['prices'],
): Price | null {
  const length = durationSeconds ?? undefined
  if (!upscaler || inputKind === 'upscale' || !findDuration(upscaler.durations, length)) return null
  return price(upscaler, { kind: 'upscale', length }, prices)
}

function price(model: Model, choice: Parameters<typeof priceJob>[1], prices: JobsState['prices']): Price {
  const { credits, source } = priceJob({ ...model, credits: prices[model.id] ?? model.credits }, choice)
  return { price: prices[source] ?? credits, source }
}
