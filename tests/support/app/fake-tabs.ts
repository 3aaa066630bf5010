import type { TabChannel } from '@/lib/browser/tabs'

/** Creates a browser whose tabs exchange messages, one task later, as real channels do. */
export function createFakeBrowser() {
  const tabs = new Map<number, Set<(message: unknown) => void>>()
  return {
    openTab(): TabChannel {
      const id = tabs.size
      const listeners = new Set<(message: unknown) => void>()
      tabs.set(id, listeners)
      return {
        publish(message) {
          const told = structuredClone(message)
          queueMicrotask(() => {
            for (const [other, heard] of tabs) if (other !== id) for (const listener of heard) listener(told)
          })
        },
        subscribe(onMessage) {
          listeners.add(onMessage)
          return () => listeners.delete(onMessage)
        },
      }
    },
  }
}
