import type { Tabs } from '@/lib/browser/tabs'

interface Waiting {
  grant(): void
}

/** A browser whose tabs hear each other, one task later as with real channels, and share turns by name. */
export function createFakeBrowser() {
  const tabs = new Map<number, Set<(message: unknown) => void>>()
  const holders = new Map<string, AbortController>()
  const queues = new Map<string, Waiting[]>()

  function next(name: string) {
    holders.delete(name)
    queues.get(name)?.shift()?.grant()
  }

  return {
    openTab(): Tabs {
      const id = tabs.size
      const listeners = new Set<(message: unknown) => void>()
      tabs.set(id, listeners)
      return {
        tell(message) {
          const told = structuredClone(message)
          queueMicrotask(() => {
            for (const [other, heard] of tabs) if (other !== id) for (const listener of heard) listener(told)
          })
        },
        listen(onMessage) {
          listeners.add(onMessage)
          return () => listeners.delete(onMessage)
        },
        takeTurn(name, { signal, seize = false }) {
          return new Promise((resolve, reject) => {
            const grant = () => {
              const lost = new AbortController()
              holders.set(name, lost)
              const end = () => {
                if (holders.get(name) === lost) next(name)
              }
              resolve({ lost: lost.signal, end })
            }
            const holder = holders.get(name)
            if (!holder) return grant()
            if (seize) {
              holder.abort()
              return grant()
            }
            const waiting = { grant }
            queues.set(name, [...(queues.get(name) ?? []), waiting])
            signal.addEventListener('abort', () => {
              queues.set(name, queues.get(name)?.filter((other) => other !== waiting) ?? [])
              reject(signal.reason)
            })
          })
        },
      }
    },
  }
}
