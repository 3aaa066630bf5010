import type { Device } from '@contract/messages'
import { Bell } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { Skeleton } from '@/components/skeleton'
import { useCapabilities } from '@/state/capabilities'
import { createDeviceApi } from '@/state/devices/device-api'
import { refreshDevices, turnOff } from '@/state/devices/this-device'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { useRemote } from '@/state/use-remote'
import { ListFrame } from '../list-frame'
import { DeviceList } from './device-list'
import { NOTIFICATION_TEXT } from './notification-text'
import { ThisDevice } from './this-device'

/** Lists the devices that get notifications, removes them, and turns notifications on for this one. */
export function Notifications() {
  const { api: http } = useServices()
  const { pushKey } = useCapabilities()
  const isOnline = useOnline()
  const read = useCallback(() => refreshDevices(http, pushKey), [http, pushKey])
  const { data: devices, error, reload, change } = useRemote(read)
  const [removing, setRemoving] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<'removed' | 'failed' | null>(null)
  const top = useRef<HTMLDivElement>(null)

  function keep(saved: Device) {
    setOutcome(null)
    change((known) => [...known.filter(({ id }) => id !== saved.id), saved])
  }

  async function remove({ id, isOwn }: Device) {
    if (removing) return
    setRemoving(id)
    setOutcome(null)
    try {
      await createDeviceApi(http).remove(id)
      if (isOwn) await turnOff()
      change((known) => known.filter((device) => device.id !== id))
      setOutcome('removed')
      // The clicked button was removed together with its device.
      top.current?.focus()
    } catch {
      setOutcome('failed')
    }
    setRemoving(null)
  }

  return (
    <div ref={top} tabIndex={-1} className="grid gap-6 outline-none">
      {!isOnline && <p className="text-sm text-soft">{NOTIFICATION_TEXT.offline}</p>}
      {!devices && error === null && (
        <div role="status" aria-label="Loading your devices">
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {!devices && error !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-bad">
          <p>{NOTIFICATION_TEXT.failed}</p>
          <Button variant="secondary" size="sm" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {devices && (
        <ListFrame
          isEmpty={devices.length === 0}
          Icon={Bell}
          title={NOTIFICATION_TEXT.none}
          hint={NOTIFICATION_TEXT.noneHint}
        >
          <div className="grid gap-6">
            {devices.length > 0 && (
              <DeviceList
                devices={devices}
                isOnline={isOnline}
                removing={removing}
                onRemove={(device) => void remove(device)}
              />
            )}
            <ThisDevice pushKey={pushKey} own={devices.find(({ isOwn }) => isOwn)} isOnline={isOnline} onSaved={keep} />
          </div>
        </ListFrame>
      )}
      <p role="status" className={outcome === 'removed' ? 'text-ok' : 'sr-only'}>
        {outcome === 'removed' && NOTIFICATION_TEXT.removed}
      </p>
      {outcome === 'failed' && (
        <p role="alert" className="text-bad">
          {NOTIFICATION_TEXT.removeFailed}
        </p>
      )}
      <p className="text-sm text-soft">{NOTIFICATION_TEXT.noEmail}</p>
    </div>
  )
}
