import { Bell, BellOff, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/button'
import { useCapabilities } from '@/state/capabilities'
import { useServices } from '@/state/services-context'
import { canNotify } from '../notify'

const loadDevice = () => import('@/state/devices/this-device')

/** The control for notifications. The browser requests permission only after this click. */
export function NotifyControl() {
  const { api } = useServices()
  const { pushKey } = useCapabilities()
  const [isOfferedByTab] = useState(canNotify)
  const canPush = pushKey !== null && 'PushManager' in window
  const isOffered = isOfferedByTab || canPush
  const [permission, setPermission] = useState(() => (isOffered ? Notification.permission : 'default'))
  const [isAsked, setIsAsked] = useState(false)
  /** Whether our server notifies this device. Null until that is known, and `failed` if it stays unknown. */
  const [isOn, setIsOn] = useState<boolean | 'failed' | null>(null)

  const isWanted = canPush && permission === 'granted' && isOn === null
  useEffect(() => {
    if (!isWanted || isAsked) return
    let isGone = false
    loadDevice()
      .then(({ refreshDevices }) => refreshDevices(api, pushKey))
      .then(
        (devices) => isGone || setIsOn(devices.some(({ isOwn }) => isOwn)),
        () => isGone || setIsOn('failed'),
      )
    return () => {
      isGone = true
    }
  }, [isWanted, isAsked, api, pushKey])

  async function ask() {
    // An embedding page or a policy may block the request.
    const given = await Notification.requestPermission().catch(() => 'denied' as const)
    setIsAsked(true)
    setPermission(given)
    if (given !== 'granted' || !canPush) return
    setIsOn(null)
    try {
      const { turnOn } = await loadDevice()
      await turnOn(api, pushKey)
      setIsOn(true)
    } catch {
      // An open tab still notifies the user.
      setIsOn('failed')
    }
  }

  // Safari on iPhone and iPad has notifications only in an app. Only this browser has the property.
  if (pushKey !== null && 'standalone' in navigator && navigator.standalone === false)
    return <p className="text-sm text-soft">To get notified here, add this site to your Home Screen.</p>
  if (!isOffered || isWanted) return null
  if (permission === 'default' || isOn === false) {
    return (
      <Button variant="secondary" size="sm" onClick={ask}>
        <Bell aria-hidden="true" className="size-4" />
        Notify me when it's ready
      </Button>
    )
  }
  // If the user didn't click here, they refused earlier. Show nothing then.
  if (permission === 'denied' && !isAsked) return null
  const [Icon, text] =
    permission === 'denied'
      ? ([BellOff, "Notifications are blocked in your browser. Watch this tab's title instead."] as const)
      : isOn === true
        ? ([BellRing, "We'll notify you when it's ready. You can close this tab."] as const)
        : ([BellRing, "We'll notify you when it's ready. You can switch tabs."] as const)
  return (
    <p role="status" className="flex items-start gap-2.5 text-sm text-soft">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}
