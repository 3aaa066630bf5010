// Parses the status responses of our gateway and of providers, with or without the provider's envelope. It never
// throws. Unreadable parts count as missing.
import { type JobProgress, jobProgress, type ServerJob, serverJob } from '@contract/jobs'
import * as s from './shape'

const text = s.orElse(s.trimmed, null)

const part = {
  status: text,
  url: text,
  videoUrl: text,
  failMsg: text,
  error: text,
  // The envelope's 'success' isn't a failure reason.
  message: s.orElse(
    s.when(s.trimmed, (said) => !/^success$/i.test(said)),
    null,
  ),
}
const parts = s.object(part)

const answer = s.object({
  ...part,
  generations: s.orElse(s.list(parts), []),
  // Providers document an object here, but some return a list.
  result: s.orElse((value) => [value].flat().map(parts), []),
})
type Answer = s.Infer<typeof answer>

const envelope = s.object({
  data: s.orElse(answer, null),
  job: s.orElse(jobProgress.parse, null),
  finished: s.orElse(serverJob.parse, null),
})

/** The status of a job. Only our gateway sends more than the first three fields. */
export interface JobStatus extends JobProgress {
  /** The status in lower case. Null if missing. */
  status: string | null
  url: string | null
  failMsg: string | null
  /** The job, once it has ended. */
  finished: ServerJob | null
}

export function parseStatus(body: unknown): JobStatus {
  const outer = s.read(envelope, body)
  const top: Partial<Answer> = s.read(answer, body) ?? {}
  const inner: Partial<Answer> = outer?.data ?? top
  const { generations = [], result = [] } = inner
  const items: Partial<Answer>[] = [...generations, ...result]
  // Ignore failed items if another item has a video or is in progress.
  const others = items.filter(({ status }) => !/^(failed|error)$/i.test(status ?? ''))
  const named = others.find(({ status }) => status)
  const item = others.find(findAddress) ?? named ?? items[0] ?? inner
  return {
    status: (item.status ?? inner.status ?? top.status ?? named?.status ?? null)?.toLowerCase() ?? null,
    url: [item, ...items].map(findAddress).find(Boolean) ?? null,
    failMsg:
      item.failMsg ?? item.error ?? inner.error ?? top.error ?? item.message ?? inner.message ?? top.message ?? null,
    finished: outer?.finished ?? null,
    ...(outer?.job ?? jobProgress.parse({})),
  }
}

function findAddress({ url, videoUrl }: Partial<Answer>): string | undefined {
  return [url, videoUrl].find((address) => address && isWebAddress(address)) ?? undefined
}

/** Returns whether a job is queued. Any other status, known or not, means that the job is running or has ended. */
export function isQueued({ status }: JobStatus): boolean {
  return status === 'waiting' || status === 'queued'
}

/**
 * Returns whether a URL is http, https, or a path. Other schemes, such as `javascript:`, must not be played, fetched,
 * or opened.
 */
function isWebAddress(url: string): boolean {
  return /^(https?:\/\/|\/)/i.test(url)
}
