// What the tabs of this browser tell each other about jobs. Whoever hears of a change asks the server what it came to.
import * as z from 'zod/mini'
import type { Tabs } from '@/lib/browser/tabs'

/** A tab may run another version of the app. */
const eventSchema = z.object({ type: z.enum(['changed', 'deleted']), jobId: z.string() })

export type JobEvent = z.infer<typeof eventSchema>

export function createJobEvents(tabs: Tabs) {
  return {
    /** Tells the other tabs; this one does not hear itself. */
    publish: (event: JobEvent) => tabs.publish(event),
    /** Returns an unsubscribe function. */
    subscribe: (onEvent: (event: JobEvent) => void) =>
      tabs.subscribe((message) => {
        const { data } = eventSchema.safeParse(message)
        if (data) onEvent(data)
      }),
  }
}
