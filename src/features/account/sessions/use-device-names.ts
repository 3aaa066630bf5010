import type { AccountSession } from '@contract/account'
import { useEffect, useState } from 'react'
import { describeDevice } from '@/state/session/describe-device'

/**
 * Returns the device of each session by ID, such as 'Firefox on Linux', or null while loading. A session without a
 * recorded browser has no name.
 */
export function useDeviceNames(sessions: readonly AccountSession[]): ReadonlyMap<string, string> | null {
  const [names, setNames] = useState<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    let isGone = false
    const named = sessions.map(async ({ id, userAgent }) => [id, userAgent ? await nameDevice(userAgent) : ''] as const)
    Promise.all(named).then(
      (found) => isGone || setNames(new Map(found.filter(([, name]) => name !== ''))),
      // The list shows the times of the sessions without names.
      () => isGone || setNames(new Map()),
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
