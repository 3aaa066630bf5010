// Counts jobs by day and reads the operator's numbers, with the functions of supabase/migrations/*_create_numbers.sql.
import { z } from 'zod'
import type { Call } from '../database.ts'

const numbersRow = z.object({
  today: z.string(),
  jobs: z.array(
    z.object({
      day: z.string(),
      model: z.string(),
      provider: z.string(),
      outcome: z.string(),
      /** Empty if the provider reported no cost. */
      cost_unit: z.string(),
      jobs: z.number(),
      charged: z.number(),
      returned: z.number(),
      cost: z.number(),
    }),
  ),
  delays: z.array(z.object({ day: z.string(), seconds: z.number() })),
  grants: z.array(z.object({ day: z.string(), type: z.string(), credits: z.number() })),
  open_jobs: z.number(),
  oldest_queued_seconds: z.number().nullable(),
  overdue_seconds: z.number(),
  stored_bytes: z.number().nullable(),
  counted_on: z.string().nullable(),
  open_reports: z.number(),
})

export function createNumbers(call: Call) {
  return {
    read: () => call('read_numbers', {}, numbersRow),
    /** Stores up to seven days that are over. Returns their number, 0 on most calls. */
    countFinishedDays: () => call('count_finished_days', {}, z.number()),
  }
}
export type NumberRecords = ReturnType<typeof createNumbers>
