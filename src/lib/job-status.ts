// The status answer, read tolerantly: our gateway, the vendor behind its envelope, and the vendor's bare payload all
// say the same things in different places. Nothing here throws: what cannot be read is 'no news', and is asked again.
import * as z from 'zod/mini'
import { isWebAddress } from './http/web-address'

const text = z.catch(z.nullable(z.string().check(z.trim(), z.minLength(1))), null)

const part = z.partial(z.object({ status: text, url: text, videoUrl: text, failMsg: text, error: text }))

const answer = z.extend(part, {
  generations: z.catch(z.optional(z.array(part)), undefined),
  // One object as the specification has it; some answers hold a list.
  result: z.catch(z.optional(z.union([z.array(part), part])), undefined),
})

const envelope = z.object({
  data: z.catch(z.optional(answer), undefined),
  job: z.catch(
    z.optional(
      z.partial(
        z.object({
          settlement: text,
          failureCode: text,
          elapsedSeconds: z.catch(z.nullable(z.number()), null),
        }),
      ),
    ),
    undefined,
  ),
})

/** What a poll brought; also what one tab tells another of it. */
export const jobStatusSchema = z.object({
  /** Lower-cased; null when the answer named none. */
  status: z.nullable(z.string()),
  url: z.nullable(z.string()),
  failMsg: z.nullable(z.string()),
  /** Our gateway says what became of the credits; a vendor does not. */
  settlement: z.nullable(z.string()),
  /** Why it failed: a FailureCode of our gateway, which alone says so. */
  failureCode: z.catch(z.nullable(z.string()), null),
  /** Seconds since the start by the server's clock. */
  elapsedSeconds: z.nullable(z.number()),
})

export type JobStatus = z.infer<typeof jobStatusSchema>

export function parseStatus(body: unknown): JobStatus {
  const outer = envelope.safeParse(body).data
  const top = answer.safeParse(body).data ?? {}
  const inner = outer?.data ?? top
  const item = inner.generations?.[0] ?? [inner.result].flat()[0] ?? inner
  const url = item.url ?? item.videoUrl ?? null
  return {
    status: (item.status ?? inner.status ?? top.status ?? null)?.toLowerCase() ?? null,
    url: url !== null && isWebAddress(url) ? url : null,
    failMsg: item.failMsg ?? item.error ?? inner.error ?? top.error ?? null,
    settlement: outer?.job?.settlement ?? null,
    failureCode: outer?.job?.failureCode ?? null,
    elapsedSeconds: outer?.job?.elapsedSeconds ?? null,
  }
}

/** The vendor has taken the job and not begun it. Every other word, known or not, means that it runs or has ended. */
export function isQueued({ status }: JobStatus): boolean {
  return status === 'waiting' || status === 'queued'
}
