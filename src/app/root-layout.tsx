import { Suspense, useEffect, useRef } from 'react'
import { Link, type Location, Outlet } from 'react-router-dom'
import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { isLoginPopup } from '@/config/paths'
import { getActivityStore } from '@/state/activity'
import { useServices } from '@/state/services-context'
import { EarlyClicks } from './early-clicks'
import { Footer } from './footer'
import { Header } from './header/header'
import { PageBoundary } from './page-boundary'
import { PageScroll } from './page-scroll'
import { SignInNote } from './sign-in-note'
import { UnfinishedJob } from './unfinished-job'

interface RootLayoutProps {
  /** The location of the page that is shown. The object stays the same until another page is shown. */
  location: Location
  /** Whether the code of another page is loading. */
  isLoading: boolean
}

/** The frame of every page. The sign-in popup has no frame. */
export function RootLayout({ location, isLoading }: RootLayoutProps) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(location)

  useEffect(() => {
    const before = shown.current
    if (before === location) return
    shown.current = location
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    // Otherwise, the focus stays on a link of the previous page or is lost. Screen readers would not announce the new
    // page.
    const isLost = before.pathname !== location.pathname || document.activeElement === document.body
    if (target ?? isLost) (target ?? main.current)?.focus({ preventScroll: true })
  }, [location])

  const isBare = isLoginPopup(location)
  return (
    <>
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
        {isLoading && <NavigationProgress />}
        <Suspense>
          {/* The error boundary is inside the layout, so that the navigation stays visible. */}
          <PageBoundary location={location}>
            <Outlet />
          </PageBoundary>
          <PageScroll location={location} />
          <EarlyClicks part="main" />
        </Suspense>
      </main>
      {!isBare && <Footer />}
    </>
  )
}

function NavigationProgress() {
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-arrive bg-linear-to-r from-amber to-coral"
    />
  )
}

const loadNote = () => import('./activity-note')

function ActivityTitle() {
  const activity = useStore(getActivityStore(useServices()))
  const { code } = useCode(loadNote, activity !== null)
  return activity && code && <code.ActivityNote activity={activity} />
}
