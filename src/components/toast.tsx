import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ToastMessage } from './toast-context'

const SHOWN_MS = 6_000
const ICONS = { ok: CircleCheck, bad: CircleAlert, info: Info }
const TONES = { ok: 'text-ok', bad: 'text-bad', info: 'text-amber' }

interface ToastProps {
  message: ToastMessage
  onClose: () => void
}

/** Goes by itself, but not while it is pointed at or holds the focus, and not when it carries a link. */
export function Toast({ message: { tone, text, action }, onClose }: ToastProps) {
  const [isHeld, setIsHeld] = useState(false)
  const Icon = ICONS[tone]
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld || action) return
    const timer = setTimeout(() => close(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, action])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the message while it is being read
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-3 rounded-lg border border-edge bg-raise p-4 shadow-float"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${TONES[tone]}`} />
      <div className="min-w-0 flex-1 text-[0.9375rem]">
        <p>{text}</p>
        {action && (
          <a
            href={action.href}
            target="_blank"
            rel="noreferrer"
            className="mt-1 inline-block font-semibold text-amber underline-offset-4 hover:underline"
          >
            {action.label}
          </a>
        )}
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="-m-2 grid size-9 shrink-0 place-items-center rounded-md text-soft hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
