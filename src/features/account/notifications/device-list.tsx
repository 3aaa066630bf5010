import type { Device } from '@contract/messages'
import { Laptop, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '@/components/badge'
import { Button } from '@/components/button'
import { formatDate } from '@/lib/format-date'
import { useDevices } from '../use-devices'

interface DeviceListProps {
  devices: readonly Device[]
  isOnline: boolean
  /** The ID of the device that is being removed. */
  removing: string | null
  onRemove: (device: Device) => void
}

export function DeviceList({ devices, isOnline, removing, onRemove }: DeviceListProps) {
  const id = useId()
  const names = useDevices(devices, null)
  return (
    <ul aria-label="Devices" className="divide-y divide-hairline border-y border-hairline">
      {devices.map((device) => {
        const known = names?.get(device.id)
        const Icon = known?.isMobile ? Smartphone : Laptop
        const nameId = `${id}-${device.id}`
        return (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
            <Icon aria-hidden="true" className="size-6 shrink-0 text-soft max-sm:hidden" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {/* A name that is still loading keeps its space, so that nothing moves. */}
                <span id={nameId} className="wrap-anywhere">
                  {known?.name ?? (names ? 'Unknown browser' : '\u00A0')}
                </span>
                {device.isOwn && <Badge>This device</Badge>}
              </p>
              <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
                <span>
                  Added <time dateTime={device.createdAt}>{formatDate(device.createdAt)}</time>
                </span>
                {device.sentAt && (
                  <span>
                    Last notification <time dateTime={device.sentAt}>{formatDate(device.sentAt)}</time>
                  </span>
                )}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              busy={removing === device.id}
              disabled={!isOnline}
              aria-describedby={nameId}
              onClick={() => onRemove(device)}
            >
              Remove
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
