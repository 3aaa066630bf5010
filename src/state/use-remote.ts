import { useCallback, useEffect, useRef, useState } from 'react'

type Read<T> = (signal: AbortSignal) => Promise<T>

interface Shown<T> {
  /** The last response. It stays during the next read, and after a failed one. */
  data: T | null
  /** The error of the last finished read. Null if it succeeded. */
  error: unknown
  isLoading: boolean
}

export interface Remote<T> extends Shown<T> {
  /** Reads again, once with `instead` if given. Returns null after a failure, or if a newer read replaced this one. */
  load: (instead?: Read<T>) => Promise<T | null>
  /** Discards the data, and reads again. */
  reload: () => void
  change: (next: (data: T) => T) => void
}

const NOTHING = { data: null, error: null, isLoading: false }

/**
 * Reads data from the server while `isOn`, and again whenever a value of `again` changes. `read` must be stable,
 * because a new function discards the data.
 */
export function useRemote<T>(read: Read<T>, isOn = true, again: readonly unknown[] = []): Remote<T> {
  const [state, setState] = useState<Shown<T> & { read: Read<T> }>({ ...NOTHING, read })
  const running = useRef<AbortController>(undefined)

  const load = useCallback(
    async (instead = read) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      const { signal } = abort
      setState((now) => ({ ...(now.read === read ? now : NOTHING), read, isLoading: true }))
      try {
        const data = await instead(signal)
        if (signal.aborted) return null
        setState({ read, data, error: null, isLoading: false })
        return data
      } catch (error) {
        if (!signal.aborted) setState((now) => ({ ...now, error, isLoading: false }))
        return null
      }
    },
    [read],
  )

  useEffect(() => {
    if (isOn) void load()
  }, [load, isOn, ...again])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject ends the read of the one before
  useEffect(() => () => running.current?.abort(), [load])

  const shown: Shown<T> = state.read === read ? state : NOTHING
  return {
    ...shown,
    isLoading: shown.isLoading || (isOn && shown.data === null && shown.error === null),
    load,
    reload: useCallback(() => {
      setState((now) => ({ ...now, data: null, error: null }))
      void load()
    }, [load]),
    change: (next) => setState((now) => (now.data === null ? now : { ...now, data: next(now.data) })),
  }
}
