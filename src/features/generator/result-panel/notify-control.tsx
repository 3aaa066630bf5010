import { Bell, BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { canNotify } from '../notify'

/** The control for notifications. The browser requests permission only after this click. */
export function NotifyControl() {
  const [isOffered] = useState(canNotify)
  const [permission, setPermission] = useState(() => (isOffered ? Notification.permission : 'denied'))
  const [isAsked, setIsAsked] = useState(false)
  if (!isOffered) return null

  async function ask() {
    // An embedding page or a policy may block the request.
    setPermission(await Notification.requestPermission().catch(() => 'denied' as const))
    setIsAsked(true)
  }

  if (permission === 'default') {
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
    permission === 'granted'
      ? ([BellRing, "We'll notify you when it's ready. You can switch tabs."] as const)
      : ([BellOff, "Notifications are blocked in your browser. Watch this tab's title instead."] as const)
  return (
    <p role="status" className="flex items-start gap-2.5 text-sm text-soft">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}
