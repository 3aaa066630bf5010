import type { AccountSession } from '@contract/account'
import { useEffect, useState } from 'react'
import { describeDevice } from '@/state/session/describe-device'

/** Returns the device of each session by its id, such as 'Firefox on Linux'. Without those whose browser nobody recorded. */
export function useDeviceNames(sessions: readonly AccountSession[]): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isGone = false
    const named = sessions.map(async ({ id, userAgent }) => [id, userAgent ? await nameDevice(userAgent) : ''] as const)
    Promise.all(named).then(
      (found) => isGone || setNames(new Map(found.filter(([, name]) => name !== ''))),
      // The times of each session are shown all the same.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [sessions])
  return names
}

async function nameDevice(userAgent: string): Promise<string> {
  const { browser_name, os_name, device_model } = await describeDevice(userAgent)
  const system = device_model || os_name
  return browser_name && system ? `${browser_name} on ${system}` : browser_name || system
}
