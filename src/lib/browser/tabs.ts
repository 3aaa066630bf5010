/**
 * The tabs of this browser: what one does so that the others need not, and word of it. A name's turn belongs to one tab
 * at a time and ends with the tab, however it ends. Where there are no Web Locks or no channels, each tab is alone:
 * it always has its turn and hears nothing.
 */
export interface Tabs {
  /** Tells the other tabs; this one does not hear itself. What is told must be cloneable. */
  tell(message: unknown): void
  /** Answers what stops it. What is heard may come from another version of the app. */
  listen(onMessage: (message: unknown) => void): () => void
  /**
   * Waits for this tab's turn; `seize` takes it from whoever has it. Rejects with the signal's reason when aborted.
   */
  takeTurn(name: string, options: { signal: AbortSignal; seize?: boolean }): Promise<Turn>
}

export interface Turn {
  /** Aborted when another tab seized the turn. */
  lost: AbortSignal
  end(): void
}

const CHANNEL = 'soundreel'

export function createTabs(): Tabs {
  // Where pages are rendered to files there is no browser, but there are channels, and an open one keeps a process alive.
  if (typeof window === 'undefined' || !window.BroadcastChannel || !navigator.locks) return ALONE
  const { locks } = navigator
  const channel = new BroadcastChannel(CHANNEL)
  return {
    tell: (message) => channel.postMessage(message),
    listen(onMessage) {
      const onEvent = ({ data }: MessageEvent<unknown>) => onMessage(data)
      channel.addEventListener('message', onEvent)
      return () => channel.removeEventListener('message', onEvent)
    },
    async takeTurn(name, { signal, seize = false }) {
      const lost = new AbortController()
      const turn = await new Promise<Turn>((resolve, reject) => {
        const hold = () => new Promise<void>((end) => resolve({ lost: lost.signal, end }))
        // Rejects when the signal was aborted while waiting, and when the turn was seized while it was held.
        locks.request(`${CHANNEL}:${name}`, seize ? { steal: true } : { signal }, hold).catch((error: unknown) => {
          lost.abort(error)
          reject(error)
        })
      })
      // Seizing takes no signal.
      if (signal.aborted) turn.end()
      signal.throwIfAborted()
      return turn
    },
  }
}

const ALONE: Tabs = {
  tell: () => {},
  listen: () => () => {},
  takeTurn: async () => ({ lost: new AbortController().signal, end: () => {} }),
}
