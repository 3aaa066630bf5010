// What happens to jobs, told to whoever shows them: in this tab and in the others, which may run another version.
import * as z from 'zod/mini'
import type { Tabs } from '@/lib/browser/tabs'
import { jobStatusSchema } from '@/lib/job-status'

const jobId = z.string()

const newsSchema = z.discriminatedUnion('type', [
  /** One poll of a job and what it brought; null is no news. Told by the tab that polls, so that the others need not. */
  z.object({
    type: z.literal('polled'),
    jobId,
    /** Polls in a row that brought no news. */
    misses: z.int(),
    status: z.nullable(jobStatusSchema),
  }),
  /** It was made, or has ended: the server knows what it is now. */
  z.object({ type: z.literal('changed'), jobId }),
  z.object({ type: z.literal('stopped'), jobId, credits: z.int() }),
  z.object({ type: z.literal('removed'), jobId }),
])

export type JobNewsItem = z.infer<typeof newsSchema>
export type Polled = Extract<JobNewsItem, { type: 'polled' }>

export interface JobNews {
  /** Tells this tab and all others. */
  tell(item: JobNewsItem): void
  /** Answers what stops it. */
  listen(onNews: (item: JobNewsItem) => void): () => void
}

export function createJobNews(tabs: Tabs): JobNews {
  const listeners = new Set<(item: JobNewsItem) => void>()
  const deliver = (item: JobNewsItem) => {
    for (const listener of listeners) listener(item)
  }
  tabs.listen((message) => {
    const { data } = newsSchema.safeParse(message)
    if (data) deliver(data)
  })
  return {
    tell(item) {
      deliver(item)
      tabs.tell(item)
    },
    listen(onNews) {
      listeners.add(onNews)
      return () => listeners.delete(onNews)
    },
  }
}
