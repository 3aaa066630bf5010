// Messages between tabs. A receiver asks the server what the change was.
import * as z from 'zod/mini'
import type { Tabs } from '@/lib/browser/tabs'

/** Parsed, because a tab may run another version of the app. */
const eventSchema = z.object({ type: z.enum(['changed', 'deleted']), jobId: z.string() })

export type JobEvent = z.infer<typeof eventSchema>

export function createJobEvents(tabs: Tabs) {
  return {
    /** Not received by this tab. */
    publish: (event: JobEvent) => tabs.publish(event),
    /** Returns an unsubscribe function. */
    subscribe: (onEvent: (event: JobEvent) => void) =>
      tabs.subscribe((message) => {
        const { data } = eventSchema.safeParse(message)
        if (data) onEvent(data)
      }),
  }
}
