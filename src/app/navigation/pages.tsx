import { useMemo } from 'react'
import { UNSAFE_LocationContext as LocationContext, type NavigationType, useLocation } from 'react-router-dom'
import { RootLayout } from '@/app/root-layout'
import { RouteError } from '@/app/route-error'
import { LeavingContext, PageMoveContext } from '@/components/page-move'
import { Toasts } from '@/components/toast/toasts'
import { PageBoundary } from './page-boundary'
import { usePageScroll } from './page-scroll'
import { useShownPage } from './use-shown-page'

/** Renders the page of the address. Components inside see the address of the page that is shown. */
export function Pages() {
  const { shown, isLoading, move } = useShownPage()
  const { location, Page, error } = shown
  const isLeaving = useLocation().pathname !== location.pathname
  usePageScroll(location)
  // <Routes> would provide this too, but weighs 3 KB, and there is only one route.
  const inside = useMemo(() => ({ location, navigationType: 'POP' as NavigationType }), [location])

  // The inner boundary keeps the navigation in sight.
  const layout = (
    <PageBoundary location={location}>
      <RootLayout>
        {isLoading && <NavigationProgress />}
        <PageBoundary location={location}>{error ? <RouteError error={error} /> : Page && <Page />}</PageBoundary>
      </RootLayout>
    </PageBoundary>
  )
  return (
    <PageMoveContext value={move}>
      <LeavingContext value={isLeaving}>
        <LocationContext value={inside}>{layout}</LocationContext>
      </LeavingContext>
      <Toasts />
    </PageMoveContext>
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
