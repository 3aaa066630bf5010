// Plays a muted preview while a poster is hovered or has the keyboard's focus. There is no preview if the user prefers
// less motion or data.
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { shouldSaveData } from '@/components/footage/use-playback'
import { useMediaQuery } from '@/components/hooks/use-media-query'

/** The hover time before a preview starts, in milliseconds, so that a passing pointer starts none. */
const REST_MS = 150

/** Stops the current preview. Only one plays at a time. */
let stopOther: (() => void) | null = null

export function usePreview() {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isOn, setIsOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function stop() {
    clearTimeout(timer.current)
    setIsOn(false)
    if (stopOther === latest.current) stopOther = null
  }
  const latest = useRef(stop)

  function startSoon() {
    if (isStill || shouldSaveData()) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (stopOther !== latest.current) stopOther?.()
      stopOther = latest.current
      setIsOn(true)
    }, REST_MS)
  }

  useEffect(() => {
    const own = latest.current
    return () => {
      clearTimeout(timer.current)
      if (stopOther === own) stopOther = null
    }
  }, [])

  return {
    isOn,
    stop,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') startSoon()
      },
      onPointerLeave: stop,
      onFocus: ({ target }: FocusEvent) => {
        if (!isOn && target.matches(':focus-visible')) startSoon()
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) stop()
      },
    },
  }
}
