import { useEffect, useEffectEvent, useMemo } from 'react'
import { useRemote } from '@/state/use-remote'
import { describeAdminFailure, endsLogin } from './failure'

/**
 * Reads data as useRemote does. `failure` describes the error of the last read. Calls `onRefused` if the server refused the
 * credential.
 */
export function useAdminRead<T>(
  read: (signal: AbortSignal) => Promise<T>,
  onRefused: (error: unknown) => void,
  isOn = true,
  again: readonly unknown[] = [],
) {
  const { error, ...remote } = useRemote(read, isOn, again)
  const failure = useMemo(
    () => (error === null ? null : describeAdminFailure(error, navigator.onLine, Date.now())),
    [error],
  )
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    if (endsLogin(error)) refuse(error)
  }, [error])
  return { ...remote, failure }
}
