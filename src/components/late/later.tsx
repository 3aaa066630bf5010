// A part of the page under its first screen: its words come with the page's file, its code with the first click, key or
// scroll, or when it is in sight. The code then draws the part anew, as it was left.
import {
  type ComponentType,
  type MouseEvent,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { watchInput } from '@/lib/browser/input'
import type { LatePart } from './late-part'

const USES = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll']
const STOPS = 'a[href], button, summary'
const FROM_THE_FILE = { __html: '' }

export function Later({ part }: { part: LatePart }) {
  const root = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  const [Part, setPart] = useState<ComponentType | null>(() =>
    isHydrated || import.meta.env.SSR ? part.loaded() : null,
  )
  const navigate = useNavigate()
  const left = useRef<ReturnType<typeof takeState> | null>(null)

  // The user may ask for the part before its code has loaded.
  useEffect(watchInput, [])

  useEffect(() => {
    if (Part) return
    const ended = new AbortController()
    const { signal } = ended
    const draw = () =>
      part.load().then(
        () => {
          // In slices, so that the click which began it is answered meanwhile.
          if (!signal.aborted) startTransition(() => setPart(part.loaded))
        },
        // Its words are there, and its links; the next use asks again.
        () => undefined,
      )
    const onUse = ({ type, target }: Event) => {
      const other = type !== 'keydown' && target instanceof Element && target.closest('a[href], header')
      // A link to another page does not need this part, and the menu opens sooner without it.
      if (!other || root.current?.contains(other)) void draw()
    }
    for (const use of USES) window.addEventListener(use, onUse, { passive: true, signal })
    // One that begins where the window ends is not in sight.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void draw(), {
      rootMargin: '0px 0px -1px',
    })
    if (root.current) observer.observe(root.current)
    // A click before the app was there.
    if (root.current?.querySelector('[data-clicked]')) void draw()
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }, [Part, part])

  // The last moment in which the words of the file are in the document.
  const file = useCallback((element: HTMLDivElement) => {
    root.current = element
    return () => {
      left.current = takeState(element)
    }
  }, [])

  useLayoutEffect(() => {
    if (Part && root.current && left.current) restoreState(root.current, left.current)
  }, [Part])

  // Runs after the effects of the part, which a click may speak to.
  useEffect(() => {
    const stops = root.current?.querySelectorAll<HTMLElement>(STOPS)
    const clicked = (Part && left.current?.clicked) || []
    left.current = null
    for (const index of clicked) stops?.[index]?.click()
  }, [Part])

  if (Part) {
    return (
      <div key="part" ref={root}>
        <Part />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notes the clicks on its buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click too
    <div
      key="file"
      ref={file}
      data-late
      onClick={(event) => onClick(event, navigate)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves what the file brought as it is
      dangerouslySetInnerHTML={FROM_THE_FILE}
    />
  )
}

function onClick(event: MouseEvent, navigate: NavigateFunction) {
  const stop = event.target instanceof Element && event.target.closest<HTMLElement>('a[href], button')
  if (stop instanceof HTMLButtonElement) stop.dataset.clicked = ''
  // Its links are the browser's, and without the network a document would not arrive.
  if (!navigator.onLine && stop instanceof HTMLAnchorElement && stop.origin === window.location.origin) {
    event.preventDefault()
    navigate(stop.href.slice(stop.origin.length))
  }
}

/** Reads focus, open questions, and scroll positions by position, because the elements are replaced. */
function takeState(root: HTMLElement) {
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)]
  return {
    focused: stops.indexOf(document.activeElement as HTMLElement),
    clicked: stops.flatMap((stop, index) => (stop.dataset.clicked === undefined ? [] : [index])),
    open: [...root.querySelectorAll('details')].map(({ open }) => open),
    scrolled: [...root.querySelectorAll('ul')].map(({ scrollLeft }) => scrollLeft),
  }
}

function restoreState(root: HTMLElement, { focused, open, scrolled }: ReturnType<typeof takeState>) {
  const stops = root.querySelectorAll<HTMLElement>(STOPS)
  root.querySelectorAll('details').forEach((details, index) => {
    details.open = open[index] ?? details.open
  })
  root.querySelectorAll('ul').forEach((list, index) => {
    list.scrollLeft = scrolled[index] ?? 0
  })
  stops[focused]?.focus({ preventScroll: true })
}
