/** The tabs of this browser, and word from one to the others. Where there are no channels, each tab is alone. */
export interface Tabs {
  /** Tells the other tabs; this one does not hear itself. A message must be cloneable. */
  publish(message: unknown): void
  /** Returns an unsubscribe function. What is heard may come from another version of the app. */
  subscribe(onMessage: (message: unknown) => void): () => void
}

const CHANNEL = 'soundreel'

export function createTabs(): Tabs {
  // Where pages are rendered to files there is no browser, but there are channels, and an open one keeps a process alive.
  if (typeof window === 'undefined' || !window.BroadcastChannel) return ALONE
  const channel = new BroadcastChannel(CHANNEL)
  return {
    publish: (message) => channel.postMessage(message),
    subscribe(onMessage) {
      const onEvent = ({ data }: MessageEvent<unknown>) => onMessage(data)
      channel.addEventListener('message', onEvent)
      return () => channel.removeEventListener('message', onEvent)
    },
  }
}

const ALONE: Tabs = { publish: () => {}, subscribe: () => () => {} }
