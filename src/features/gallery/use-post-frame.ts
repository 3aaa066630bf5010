// Decides whether an embedded post is shown. A frame counts as loaded REVEAL_DELAY_MS after its load event, or
// FALLBACK_MS after its insertion. Browsers also fire this event for a blocked frame. The proof is a message from the
// frame, or a response from X at its URL.
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import * as s from '@/lib/shape'

const REVEAL_DELAY_MS = 800
const FALLBACK_MS = 3_000

/** The message that X's embedded posts send to the page. */
const call = s.object({
  'twttr.embed': s.object({
    method: s.text,
    params: s.optional(s.list(s.object({ height: s.optional(s.number) }))),
  }),
})

interface PostFrame {
  isLoaded: boolean
  /** Whether X has responded, so that the frame isn't the browser's error page. */
  isShown: boolean
  /** Whether X's code runs and has not reported a missing post. The card behind the frame isn't needed then. */
  isAlive: boolean
  onLoad: () => void
}

/** The meaning of a frame's message: the post is drawn, the post is missing, or unknown. */
type Word = 'drawn' | 'gone' | 'unclear'

export function usePostFrame(frame: RefObject<HTMLIFrameElement | null>, isInserted: boolean): PostFrame {
  const [hasFired, setHasFired] = useState(false)
  const word = useWord(frame, isInserted)
  const isWaitedFor = useLater(FALLBACK_MS, isInserted)
  const isSettled = useLater(REVEAL_DELAY_MS, hasFired)
  const isOverdue = useLater(FALLBACK_MS, hasFired)

  const isLoaded = isWaitedFor || isSettled
  const isAlive = (isLoaded && word === 'drawn') || (isOverdue && word === 'unclear')
  const isSilent = isOverdue && word === null
  const hasResponse = useResponse(frame, isSilent)
  return { isLoaded, isAlive, isShown: isAlive || (isSilent && hasResponse), onLoad: () => setHasFired(true) }
}

/** Whether X is reachable, shared by all frames of the page. */
let answer: Promise<boolean> | undefined

/**
 * Returns whether X responds at the frame's URL. It sends a request only if a frame sends no message, because browsers
 * log each failed request.
 */
function useResponse(frame: RefObject<HTMLIFrameElement | null>, isSilent: boolean): boolean {
  const [hasResponse, setHasResponse] = useState(false)
  useEffect(() => {
    const address = frame.current?.src
    if (!isSilent || !address) return
    answer ??= fetch(address, { method: 'HEAD', mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    )
    void answer.then(setHasResponse)
  }, [frame, isSilent])
  return hasResponse
}

/** Returns true `delayMs` milliseconds after `isBegun` became true. */
function useLater(delayMs: number, isBegun: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isBegun) return
    const timer = setTimeout(() => setIsOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, isBegun])
  return isOver
}

function useWord(frame: RefObject<HTMLIFrameElement | null>, isInserted: boolean): Word | null {
  const [word, setWord] = useState<Word | null>(null)
  // This is a layout effect, because the frame sends some messages only once.
  useLayoutEffect(() => {
    if (!isInserted) return
    const handleMessage = (event: MessageEvent) => {
      const element = frame.current
      if (!element || event.source !== element.contentWindow || event.origin !== new URL(element.src).origin) return
      const said = readWord(event.data)
      setWord((before) => (said === 'unclear' ? (before ?? said) : said))
    }
    window.addEventListener('message', handleMessage)
    return () => window.removeEventListener('message', handleMessage)
  }, [frame, isInserted])
  return word
}

function readWord(message: unknown): Word {
  const known = s.read(call, message)
  if (!known) return 'unclear'
  const { method, params } = known['twttr.embed']
  if (method === 'twttr.private.no_results') return 'gone'
  if (method === 'twttr.private.rendered') return 'drawn'
  return method === 'twttr.private.resize' && (params?.[0]?.height ?? 0) > 0 ? 'drawn' : 'unclear'
}
