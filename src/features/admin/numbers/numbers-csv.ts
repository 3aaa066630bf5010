import type { Numbers } from '@contract/admin'
import { createCsv } from '@/lib/csv'

/** Returns a line for each day, model, provider, outcome, and unit of cost. The columns have the names of the API. */
export function createNumbersCsv({ jobs }: Numbers): Promise<string> {
  return createCsv(
    ['day', 'model', 'provider', 'outcome', 'jobs', 'charged', 'returned', 'cost', 'unit'],
    jobs.map(({ day, model, provider, outcome, jobs: count, charged, returned, cost }) => [
      day,
      model,
      provider,
      outcome,
      count,
      charged,
      returned,
      cost?.amount ?? '',
      cost?.unit ?? '',
    ]),
  )
}
