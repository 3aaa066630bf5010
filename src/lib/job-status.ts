// Accepts our gateway, the provider's envelope and its bare payload. Never throws: what cannot be read is no news.
import { isWebAddress } from './http/web-address'
import * as s from './shape'

const text = s.orElse(s.trimmed, null)

const part = {
  status: text,
  url: text,
  videoUrl: text,
  failMsg: text,
  error: text,
  // 'success' is the envelope's word, and no reason.
  message: s.orElse(
    s.when(s.trimmed, (said) => !/^success$/i.test(said)),
    null,
  ),
}
const parts = s.object(part)

const answer = s.object({
  ...part,
  generations: s.orElse(s.list(parts), []),
  // An object in the specification, a list in some answers.
  result: s.orElse((value) => [value].flat().map(parts), []),
})
type Answer = s.Of<typeof answer>

/** Below the time limit of a call. */
export const waitSeconds = s.orElse(
  s.when(s.number, (seconds) => seconds > 0 && seconds <= 25),
  null,
)

const envelope = s.object({
  data: s.orElse(answer, null),
  job: s.orElse(
    s.object({
      settlement: text,
      failureCode: text,
      wait: waitSeconds,
      canCancel: s.orElse(s.yesOrNo, false),
      elapsedSeconds: s.orElse(
        s.when(s.number, (seconds) => seconds >= 0),
        null,
      ),
      progress: s.orElse(
        s.when(s.number, (share) => share >= 0 && share <= 1),
        null,
      ),
      ahead: s.orElse(
        s.when(s.integer, (jobs) => jobs >= 0),
        null,
      ),
      deliveryEndsInSeconds: s.orElse(
        s.when(s.number, (seconds) => seconds >= 0),
        null,
      ),
    }),
    null,
  ),
})

/** Only our gateway sends the last eight. */
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
  /** The video is ready and could not be fetched yet: when that is given up. */
  deliveryEndsInSeconds: number | null
  /** 0 to 1. */
  progress: number | null
  /** The next answer waits so many seconds for news when it is asked to. */
  wait: number | null
}

export function parseStatus(body: unknown): JobStatus {
  const outer = s.read(envelope, body)
  const top: Partial<Answer> = s.read(answer, body) ?? {}
  const inner: Partial<Answer> = outer?.data ?? top
  const { generations = [], result = [] } = inner
  const items: Partial<Answer>[] = [...generations, ...result]
  // One that failed hides neither a later one with a video nor one that is still being made.
  const others = items.filter(({ status }) => !/^(failed|error)$/i.test(status ?? ''))
  const named = others.find(({ status }) => status)
  const item = others.find(addressOf) ?? named ?? items[0] ?? inner
  return {
    status: (item.status ?? inner.status ?? top.status ?? named?.status ?? null)?.toLowerCase() ?? null,
    url: [item, ...items].map(addressOf).find(Boolean) ?? null,
    failMsg:
      item.failMsg ?? item.error ?? inner.error ?? top.error ?? item.message ?? inner.message ?? top.message ?? null,
    settlement: outer?.job?.settlement ?? null,
    failureCode: outer?.job?.failureCode ?? null,
    canCancel: outer?.job?.canCancel ?? false,
    elapsedSeconds: outer?.job?.elapsedSeconds ?? null,
    ahead: outer?.job?.ahead ?? null,
    deliveryEndsInSeconds: outer?.job?.deliveryEndsInSeconds ?? null,
    progress: outer?.job?.progress ?? null,
    wait: outer?.job?.wait ?? null,
  }
}

function addressOf({ url, videoUrl }: Partial<Answer>): string | undefined {
  return [url, videoUrl].find((address) => address && isWebAddress(address)) ?? undefined
}

/** Any other word, known or not, means that the job runs or has ended. */
export function isQueued({ status }: JobStatus): boolean {
  return status === 'waiting' || status === 'queued'
}
