import { Route, Routes } from 'react-router-dom'
import { RootLayout } from '@/app/root-layout'
import { PageMoveContext } from '@/components/page-move'
import { NavigationProgress } from './navigation-progress'
import { PageBoundary } from './page-boundary'
import { PageError } from './page-error'
import { usePageScroll } from './page-scroll'
import { useShownPage } from './use-shown-page'

/** All pages. What is inside them sees the address of the page that is shown. */
export function Pages() {
  const { shown, isLoading, move } = useShownPage()
  const { location, Page, error } = shown
  usePageScroll(location)

  // The inner boundary keeps the navigation in sight.
  const layout = (
    <PageBoundary location={location}>
      <RootLayout>
        {isLoading && <NavigationProgress />}
        <PageBoundary location={location}>{error ? <PageError error={error} /> : Page && <Page />}</PageBoundary>
      </RootLayout>
    </PageBoundary>
  )
  return (
    <PageMoveContext value={move}>
      <Routes location={location}>
        <Route path="*" element={layout} />
      </Routes>
    </PageMoveContext>
  )
}
