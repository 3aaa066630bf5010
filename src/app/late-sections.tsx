// Home below its first screen. In a page from its file the words are there, and React hydrates them once the page is used: until then
// they need no code. A page that is reached by a link loads the code along.
import { type ComponentType, lazy, Suspense, use, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LeavingContext } from '@/components/leaving'
import { watchUserInput } from '@/lib/browser/input'
import { EarlyClicks } from './early-clicks'

let Loaded: ComponentType | null = null
/** Asks for the code without a use. */
let need = () => {}
const isNeeded = new Promise<void>((resolve) => {
  need = resolve
})

async function load() {
  const { HomeSections } = await import('./home-sections')
  Loaded = HomeSections
  return { default: HomeSections }
}

/** Loads the code for a page that is reached by a link. Without the network the first screen is enough. */
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

const USES = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll']

function waitForUse(): Promise<void> {
  return new Promise((resolve) => {
    const used = new AbortController()
    const onUse = ({ type, target }: Event) => {
      // A link to another page does not need this part, and the menu opens sooner without it.
      if (type !== 'keydown' && target instanceof Element && target.closest('a[href], header')) return
      used.abort()
      resolve()
    }
    // React keeps what happens in a part without code from all who listen after it.
    const options = { capture: true, passive: true, signal: used.signal }
    for (const use of USES) window.addEventListener(use, onUse, options)
  })
}

export function LateSections() {
  const [Known] = useState(() => Loaded)
  useOfflineLinks()
  // The user may ask for a post before its code has loaded.
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
 * The words of the file again. React leaves those that it has not hydrated when a context changes, as with each new address, and would
 * show nothing until the code is there.
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

/** Follows a link of a part without code, whose document would not arrive without the network. */
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
