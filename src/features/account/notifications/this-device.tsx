import type { Device } from '@contract/messages'
import { useId, useState } from 'react'
import { Button } from '@/components/button'
import { turnOn } from '@/state/devices/this-device'
import { useServices } from '@/state/services-context'
import { describeTurnOnFailure, NOTIFICATION_TEXT } from './notification-text'

/**
 * `ready`: the browser has Web Push. `home_screen`: it has it only in an app on the Home Screen, as Safari on iPhone and
 * iPad. `missing`: it has none.
 */
function getPushSupport(): 'ready' | 'home_screen' | 'missing' {
  if ('PushManager' in window) return 'ready'
  // Only Safari on iPhone and iPad has this property.
  return 'standalone' in navigator && navigator.standalone === false ? 'home_screen' : 'missing'
}

interface ThisDeviceProps {
  pushKey: string | null
  /** The device of this session. Undefined while notifications are off here. */
  own: Device | undefined
  isOnline: boolean
  onSaved: (device: Device) => void
}

/** Turns notifications on for this browser, or says why that isn't possible. */
export function ThisDevice({ pushKey, own, isOnline, onSaved }: ThisDeviceProps) {
  const { api } = useServices()
  const hintId = useId()
  const [support] = useState(getPushSupport)
  const [permission, setPermission] = useState(() => (support === 'ready' ? Notification.permission : 'default'))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** The choice that is being saved. */
  const [wanted, setWanted] = useState<boolean | null>(null)

  if (pushKey === null) return <p className="text-soft">{NOTIFICATION_TEXT.serverOff}</p>
  if (support === 'home_screen') return <p className="text-soft">{NOTIFICATION_TEXT.homeScreen}</p>
  if (support === 'missing') return <p className="text-soft">{NOTIFICATION_TEXT.missing}</p>

  async function save(key: string, showsPrompt: boolean) {
    if (isBusy) return
    setIsBusy(true)
    setFailure(null)
    setWanted(showsPrompt)
    try {
      const given = await Notification.requestPermission()
      setPermission(given)
      if (given === 'granted') onSaved(await turnOn(api, key, { showsPrompt }))
    } catch (error) {
      setFailure(describeTurnOnFailure(error))
    }
    setWanted(null)
    setIsBusy(false)
  }

  return (
    <div className="grid gap-3">
      {permission === 'denied' ? (
        <p className="text-soft">{NOTIFICATION_TEXT.blocked}</p>
      ) : own ? (
        <>
          <p>{NOTIFICATION_TEXT.isOn}</p>
          <div>
            <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                checked={wanted ?? own.showsPrompt}
                disabled={!isOnline}
                aria-describedby={hintId}
                onChange={({ target }) => void save(pushKey, target.checked)}
                className="size-5 shrink-0 accent-amber"
              />
              {NOTIFICATION_TEXT.showsPrompt}
            </label>
            <p id={hintId} className="text-sm text-soft">
              {NOTIFICATION_TEXT.showsPromptHint}
            </p>
          </div>
        </>
      ) : (
        <Button
          variant="secondary"
          busy={isBusy}
          disabled={!isOnline}
          className="justify-self-start"
          onClick={() => void save(pushKey, false)}
        >
          {NOTIFICATION_TEXT.turnOn}
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
    </div>
  )
}
