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
          canCancel: z.catch(z.boolean(), false),
          elapsedSeconds: z.catch(z.nullable(z.number()), null),
        }),
      ),
    ),
    undefined,
  ),
})

/** What a poll brought. The last four are our gateway's word; a provider says nothing of them. */
export interface JobStatus {
  /** Lower-cased; null when the answer named none. */
  status: string | null
  url: string | null
  failMsg: string | null
  settlement: string | null
  /** A FailureCode. */
  failureCode: string | null
  canCancel: boolean
  /** Seconds since the start by the server's clock. */
  elapsedSeconds: number | null
}

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
    canCancel: outer?.job?.canCancel ?? false,
    elapsedSeconds: outer?.job?.elapsedSeconds ?? null,
  }
}

/** The vendor has taken the job and not begun it. Every other word, known or not, means that it runs or has ended. */
export function isQueued({ status }: JobStatus): boolean {
  return status === 'waiting' || status === 'queued'
}
