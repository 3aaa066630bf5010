// A frame counts as loaded REVEAL_DELAY_MS after its load event, or FALLBACK_MS after it was inserted. Browsers fire that event
// for a refused frame too, so what proves the post is a message out of the frame, or else that X answers at its address.
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
  /** X has answered, so that it is no error page of the browser. */
  isShown: boolean
  /** X's code runs in it and has not said that the post is gone: it can be used, and the card behind it is not needed. */
  isAlive: boolean
  onLoad: () => void
}

/** What a frame has said: that its post is drawn, that there is none, or something that tells neither. */
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
  const hasAnswer = useAnswer(frame, isSilent)
  return { isLoaded, isAlive, isShown: isAlive || (isSilent && hasAnswer), onLoad: () => setHasFired(true) }
}

/** Shared by all frames of the page, which are of one host. */
let answer: Promise<boolean> | undefined

/** Whether X answers at the frame's address. It is asked only about a frame that stays silent: browsers log each refusal. */
function useAnswer(frame: RefObject<HTMLIFrameElement | null>, isSilent: boolean): boolean {
  const [hasAnswer, setHasAnswer] = useState(false)
  useEffect(() => {
    const address = frame.current?.src
    if (!isSilent || !address) return
    answer ??= fetch(address, { method: 'HEAD', mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    )
    void answer.then(setHasAnswer)
  }, [frame, isSilent])
  return hasAnswer
}

/** True so long after this has become true. */
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
  // A layout effect, because the frame sends some messages only once.
  useLayoutEffect(() => {
    if (!isInserted) return
    const hear = (event: MessageEvent) => {
      const element = frame.current
      if (!element || event.source !== element.contentWindow || event.origin !== new URL(element.src).origin) return
      const said = wordOf(event.data)
      setWord((before) => (said === 'unclear' ? (before ?? said) : said))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame, isInserted])
  return word
}

function wordOf(message: unknown): Word {
  const known = s.read(call, message)
  if (!known) return 'unclear'
  const { method, params } = known['twttr.embed']
  if (method === 'twttr.private.no_results') return 'gone'
  if (method === 'twttr.private.rendered') return 'drawn'
  return method === 'twttr.private.resize' && (params?.[0]?.height ?? 0) > 0 ? 'drawn' : 'unclear'
}
