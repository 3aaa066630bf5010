import { priceJob } from '@contract/pricing'
import type { Model } from '@/config/models'
import { fitLength } from '@/state/jobs/fields'
import type { Job } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/jobs-state'

/** Returns the price of another take of a job in credits, and the `source` of its hold. */
export function priceTake(
  { inputKind, resolution, length }: Pick<Job, 'inputKind' | 'resolution' | 'length'>,
  model: Model,
  prices: JobsState['prices'],
): { price: number; source: string } {
  const base = { ...model, credits: prices[model.id] ?? model.credits }
  const { credits, source } = priceJob(base, {
    kind: inputKind,
    resolution: resolution ?? undefined,
    length: fitLength(length, model),
  })
  return { price: prices[source] ?? credits, source }
}
