// A frame counts as loaded REVEAL_DELAY_MS after its load event, or FALLBACK_MS after it was inserted. Browsers fire that
// event for a blocked frame too, so only the post's own messages tell that it is drawn.
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import * as s from '@/lib/shape'

const REVEAL_DELAY_MS = 800
const FALLBACK_MS = 3_000

/** X's embedded posts send it to the page around them. */
const call = s.object({
  'twttr.embed': s.object({
    method: s.text,
    params: s.optional(s.list(s.object({ height: s.optional(s.number) }))),
  }),
})

interface PostFrame {
  isLoaded: boolean
  isDrawn: boolean
  onLoad: () => void
}

export function usePostFrame(frame: RefObject<HTMLIFrameElement | null>, isInserted: boolean): PostFrame {
  const [hasFired, setHasFired] = useState(false)
  const [isLoaded, setIsLoaded] = useState(false)
  const [isDrawn, setIsDrawn] = useState(false)

  useEffect(() => {
    if (!isInserted) return
    const timer = setTimeout(() => setIsLoaded(true), FALLBACK_MS)
    return () => clearTimeout(timer)
  }, [isInserted])

  useEffect(() => {
    if (!hasFired) return
    const timer = setTimeout(() => setIsLoaded(true), REVEAL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [hasFired])

  // A layout effect, because the frame sends some messages only once.
  useLayoutEffect(() => {
    if (!isInserted) return
    const hear = (event: MessageEvent) => {
      const element = frame.current
      if (!element || event.source !== element.contentWindow || event.origin !== new URL(element.src).origin) return
      const drawn = isDrawnAfter(event.data)
      if (drawn !== null) setIsDrawn(drawn)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame, isInserted])

  return { isLoaded, isDrawn, onLoad: () => setHasFired(true) }
}

/** Returns null when the message does not tell. */
function isDrawnAfter(message: unknown): boolean | null {
  const known = s.read(call, message)
  if (!known) return null
  const { method, params } = known['twttr.embed']
  if (method === 'twttr.private.no_results') return false
  if (method === 'twttr.private.rendered') return true
  return method === 'twttr.private.resize' && (params?.[0]?.height ?? 0) > 0 ? true : null
}
