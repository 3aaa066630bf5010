/** Messages between tabs. Without BroadcastChannel, no messages are sent or received. */
export interface TabChannel {
  /** Sends a message to the other tabs. The message must be cloneable. */
  publish(message: unknown): void
  /**
   * Calls `onMessage` for each message. Returns an unsubscribe function. Messages may come from another version of the
   * app.
   */
  subscribe(onMessage: (message: unknown) => void): () => void
}

const CHANNEL = 'soundreel'

export function createTabChannel(): TabChannel {
  const channel = openChannel(CHANNEL)
  if (!channel) return ALONE
  return {
    publish: (message) => channel.postMessage(message),
    subscribe(onMessage) {
      const onEvent = ({ data }: MessageEvent<unknown>) => onMessage(data)
      channel.addEventListener('message', onEvent)
      return () => channel.removeEventListener('message', onEvent)
    },
  }
}

const ALONE: TabChannel = { publish: () => {}, subscribe: () => () => {} }

/** Opens a channel. Returns null in a browser that lacks channels, or that refuses them as it refuses cookies. */
export function openChannel(name: string): BroadcastChannel | null {
  // During prerendering, an open channel would keep the process running.
  if (typeof window === 'undefined' || !window.BroadcastChannel) return null
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
