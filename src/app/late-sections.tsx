// Loads the home page below its first screen. A prerendered page already has this text, and its code loads only when
// the user interacts. A user who arrives through a link in the app loads the code with the page.
import { type ComponentType, lazy, Suspense, use, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LeavingContext } from '@/components/leaving'
import { watchUserInput } from '@/lib/browser/input'
import { EarlyClicks } from './early-clicks'

let Loaded: ComponentType | null = null
/** Requests the code before any interaction. */
let need = () => {}
const isNeeded = new Promise<void>((resolve) => {
  need = resolve
})

async function load() {
  const { HomeSections } = await import('./home-sections')
  Loaded = HomeSections
  return { default: HomeSections }
}

/** Loads the code for a user who arrives through a link in the app. Offline, the first screen is enough. */
export async function loadSections(): Promise<void> {
  await load().catch((error) => {
    if (navigator.onLine) throw error
  })
}

const Sections = lazy(async () => {
  if (!import.meta.env.SSR && !document.querySelector('[data-late] [data-clicked]'))
    await Promise.race([isNeeded, waitForUse()])
  for (;;) {
    try {
      return await load()
    } catch {
      await waitForUse()
    }
  }
})

const USES = ['pointerdown', 'click', 'keydown', 'wheel', 'touchstart', 'scroll']

function waitForUse(): Promise<void> {
  return new Promise((resolve) => {
    const used = new AbortController()
    const onUse = ({ type, target }: Event) => {
      // A link to another page doesn't need this code. Without it, the menu opens sooner.
      if (type !== 'keydown' && target instanceof Element && target.closest('a[href], header')) return
      used.abort()
      resolve()
    }
    // Listen in the capture phase. React stops events in a part that isn't hydrated.
    const options = { capture: true, passive: true, signal: used.signal }
    for (const use of USES) window.addEventListener(use, onUse, options)
  })
}

export function LateSections() {
  const [Known] = useState(() => Loaded)
  useOfflineLinks()
  // The user may request a post before its code has loaded.
  useEffect(watchUserInput, [])
  if (Known) return <Known />
  return (
    <div data-late>
      <Suspense fallback={!import.meta.env.SSR && <Words />}>
        <Sections />
        <EarlyClicks part="[data-late]" />
      </Suspense>
    </div>
  )
}

/**
 * Renders the prerendered text again. When a context changes, as at each navigation, React discards text that isn't
 * hydrated. The part would be empty until its code loads.
 */
function Words() {
  const isLeaving = use(LeavingContext)
  const [html] = useState(() => document.querySelector('[data-late]')?.innerHTML ?? '')
  useEffect(() => {
    if (!isLeaving) need()
    return need
  }, [isLeaving])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: they come from this page's own file
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}

/** Handles links in a part whose code hasn't loaded. Offline, the browser couldn't load their document. */
function useOfflineLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-late] a[href]')
      if (!link || Loaded || navigator.onLine || link.origin !== window.location.origin) return
      event.preventDefault()
      navigate(link.href.slice(link.origin.length))
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [navigate])
}
