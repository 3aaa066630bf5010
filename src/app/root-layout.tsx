import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { PageMeta } from '@/components/page-meta'
import { env } from '@/config/env'
import { isLoginPopup } from '@/config/paths'
import { activityFor } from '@/state/activity'
import { useServices } from '@/state/services-context'
import { Footer } from './footer'
import { Header } from './header/header'
import { replayEarlyClicks } from './replay-early-clicks'
import { SignInNote } from './sign-in-note'
import { UnfinishedJob } from './unfinished-job'

/** The frame of every page. The sign-in popup shows the page alone. */
export function RootLayout({ children }: { children: ReactNode }) {
  const location = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(location)

  useEffect(() => {
    const before = shown.current
    if (before === location) return
    shown.current = location
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    // Otherwise the focus stays on a link of the previous page, or is lost, and a screen reader does not tell of the new page.
    const isLost = before.pathname !== location.pathname || document.activeElement === document.body
    if (target ?? isLost) (target ?? main.current)?.focus({ preventScroll: true })
  }, [location])

  useEffect(replayEarlyClicks, [])

  const isBare = isLoginPopup(location)
  return (
    <>
      <PageMeta title={env.siteName} path={location.pathname.replace(/(.)\/+$/, '$1')} />
      <ActivityTitle />
      {!isBare && (
        <>
          <Link
            to={{ search: location.search, hash: 'main' }}
            replace
            className="sr-only rounded-md bg-amber font-semibold text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:px-4 focus:py-2"
          >
            Skip to content
          </Link>
          <Header />
          <UnfinishedJob />
        </>
      )}
      <main id="main" ref={main} tabIndex={-1} className={isBare ? 'min-h-dvh' : 'min-h-dvh pt-header'}>
        {!isBare && <SignInNote />}
        {children}
      </main>
      {!isBare && <Footer />}
    </>
  )
}

const loadNote = () => import('./activity-note')

function ActivityTitle() {
  const activity = useStore(activityFor(useServices()))
  const { code } = useCode(loadNote, activity !== null)
  return activity && code && <code.ActivityNote activity={activity} />
}
