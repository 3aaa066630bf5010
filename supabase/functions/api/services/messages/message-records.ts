// Claims messages and records their attempts with the functions of supabase/migrations/*_create_messages.sql.
import { z } from 'zod'
import type { WebhookFault } from '../../../_shared/contract/messages.ts'
import type { Call } from '../database.ts'
import { jobRow } from '../jobs/job-row.ts'

export const webhookEvent = z.enum(['job.completed', 'job.failed', 'job.canceled', 'test'])
const deviceEvent = z.enum(['job.completed', 'job.failed', 'key.created'])

const claimed = {
  id: z.string(),
  created_at: z.string(),
  tries: z.number(),
  url: z.string(),
  secret: z.string(),
  job: jobRow.nullable(),
}
const claimedMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), event: webhookEvent, ...claimed }),
  z.object({
    kind: z.literal('device'),
    event: deviceEvent,
    public_key: z.string(),
    shows_prompt: z.boolean(),
    ...claimed,
  }),
])
export type ClaimedMessage = z.output<typeof claimedMessage>

export interface SendResult {
  /** The HTTP status of the response. Null without a response. */
  status: number | null
  /** Null if the message was delivered. */
  fault: WebhookFault | null
  /** The seconds that a push service asked us to wait. Null if it named none. */
  waitSeconds: number | null
}

export function createMessageRecords(call: Call) {
  return {
    /** Claims a waiting message to this user, or to any user if null. Returns null if there is none. */
    claim: (userId: string | null) => call('claim_message', { p_user_id: userId }, claimedMessage.nullable()),
    end: ({ id, tries }: ClaimedMessage, { status, fault, waitSeconds }: SendResult) =>
      call(
        'record_attempt',
        { p_message_id: id, p_tries: tries, p_status: status, p_fault: fault, p_wait_seconds: waitSeconds },
        z.unknown(),
      ),
  }
}

export type MessageRecords = ReturnType<typeof createMessageRecords>
