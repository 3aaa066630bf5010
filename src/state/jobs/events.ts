// Sends messages about jobs between tabs. The receiver requests the changed job from the server.
import type { TabChannel } from '@/lib/browser/tabs'
import * as s from '@/lib/shape'

/** An event between tabs. It is parsed, because another tab may run another version of the app. */
const eventShape = s.object({ type: s.oneOf('changed', 'deleted'), jobId: s.text })

export type JobEvent = s.Infer<typeof eventShape>

export function createJobEvents(tabs: TabChannel) {
  return {
    /** Sends the event to the other tabs. */
    publish: (event: JobEvent) => tabs.publish(event),
    /** Calls `onEvent` for each event. Returns an unsubscribe function. */
    subscribe: (onEvent: (event: JobEvent) => void) =>
      tabs.subscribe((message) => {
        const event = s.read(eventShape, message)
        if (event) onEvent(event)
      }),
  }
}
