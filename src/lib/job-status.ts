// Accepts our gateway, the provider's envelope and its bare payload. Never throws: what cannot be read is no news.
import * as z from 'zod/mini'
import { isWebAddress } from './http/web-address'

const text = z.catch(z.nullable(z.string().check(z.trim(), z.minLength(1))), null)

/** 'success' is the envelope's word, and no reason. */
const reason = z.pipe(
  text,
  z.transform((said) => (said && /^success$/i.test(said) ? null : said)),
)

const part = z.partial(
  z.object({ status: text, url: text, videoUrl: text, failMsg: text, error: text, message: reason }),
)

const answer = z.extend(part, {
  generations: z.catch(z.optional(z.array(part)), undefined),
  // An object in the specification, a list in some answers.
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
          ahead: z.catch(z.nullable(z.int().check(z.gte(0))), null),
        }),
      ),
    ),
    undefined,
  ),
})

/** Only our gateway sends the last five. */
export interface JobStatus {
  /** Lower case; null when absent. */
  status: string | null
  url: string | null
  failMsg: string | null
  settlement: string | null
  /** A FailureCode. */
  failureCode: string | null
  canCancel: boolean
  /** By the server's clock. */
  elapsedSeconds: number | null
  /** Jobs that go before it in the provider's queue. */
  ahead: number | null
}

export function parseStatus(body: unknown): JobStatus {
  const outer = envelope.safeParse(body).data
  const top = answer.safeParse(body).data ?? {}
  const inner = outer?.data ?? top
  const { generations = [], result = [] } = inner
  const results = [result].flat()
  const item = generations[0] ?? results[0] ?? inner
  const addresses = [item, ...generations, ...results].flatMap(({ url, videoUrl }) => [url, videoUrl])
  return {
    status: (item.status ?? inner.status ?? top.status ?? null)?.toLowerCase() ?? null,
    url: addresses.find((url) => typeof url === 'string' && isWebAddress(url)) ?? null,
    failMsg:
      item.failMsg ?? item.error ?? inner.error ?? top.error ?? item.message ?? inner.message ?? top.message ?? null,
    settlement: outer?.job?.settlement ?? null,
    failureCode: outer?.job?.failureCode ?? null,
    canCancel: outer?.job?.canCancel ?? false,
    elapsedSeconds: outer?.job?.elapsedSeconds ?? null,
    ahead: outer?.job?.ahead ?? null,
  }
}

/** Any other word, known or not, means that the job runs or has ended. */
export function isQueued({ status }: JobStatus): boolean {
  return status === 'waiting' || status === 'queued'
}
