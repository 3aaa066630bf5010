import type { AccountSession } from '@contract/account'
import { useEffect, useState } from 'react'
import { describeDevice } from '@/state/session/describe-device'

interface Device {
  /** The browser and the system, such as 'Firefox on Linux'. */
  name: string
  isMobile: boolean
}

/**
 * Returns the known devices by the ID of their session or entry, or null while loading. One without a recorded browser has none, unless
 * it is this browser's `own`.
 */
export function useDevices(
  sessions: readonly Pick<AccountSession, 'id' | 'userAgent'>[],
  own: string | null,
): ReadonlyMap<string, Device> | null {
  const [devices, setDevices] = useState<ReadonlyMap<string, Device> | null>(null)
  useEffect(() => {
    let isGone = false
    const described = sessions.map(
      async ({ id, userAgent }) =>
        [id, await readDevice(userAgent ?? (id === own ? navigator.userAgent : ''))] as const,
    )
    Promise.all(described).then(
      (found) => isGone || setDevices(new Map(found.filter(([, { name }]) => name !== ''))),
      // The list shows the times of the sessions without names.
      () => isGone || setDevices(new Map()),
    )
    return () => {
      isGone = true
    }
  }, [sessions, own])
  return devices
}

async function readDevice(userAgent: string): Promise<Device> {
  if (userAgent === '') return { name: '', isMobile: false }
  const { browser_name, os_name, device_model, is_mobile } = await describeDevice(userAgent)
  const system = device_model || os_name
  return { name: browser_name && system ? `${browser_name} on ${system}` : browser_name || system, isMobile: is_mobile }
}
