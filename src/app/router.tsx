// Maps every address to its page, a file in app/routes. The addresses are in config/paths.ts.
import { useDeferredValue } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { LeavingContext } from '@/components/leaving'
import { Toasts } from '@/components/toast/toasts'
import { PAGES, PARAMETER_PAGES, type PagePath, paths, REDIRECTS, sharePattern, videoPattern } from '@/config/paths'
import { loadTransport } from '@/lib/http/create-http'
import { loadSections } from './late-sections'
import { createPage, type LazyPage } from './lazy-page'
import { PageBoundary } from './page-boundary'
import { RootLayout } from './root-layout'

const videos = createPage(() => import('./routes/videos'))

const CODE: Readonly<Record<PagePath | (typeof PARAMETER_PAGES)[number], LazyPage>> = {
  [paths.home]: createPage(() => import('./routes/home'), loadSections),
  [paths.createVideo]: createPage(() => import('./routes/create-video')),
  [paths.videos]: videos,
  [videoPattern]: videos,
  [sharePattern]: createPage(() => import('./routes/s')),
  [paths.videoEffects]: createPage(() => import('./routes/video-effects')),
  [paths.pricing]: createPage(() => import('./routes/pricing')),
  [paths.login]: createPage(() => import('./routes/login')),
  [paths.account]: createPage(() => import('./routes/account')),
  [paths.cast]: createPage(() => import('./routes/cast')),
  [paths.frenchKissing]: createPage(() => import('./routes/ai-french-kissing')),
  [paths.asmrVideo]: createPage(() => import('./routes/asmr-video')),
  [paths.terms]: createPage(() => import('./routes/terms-of-service')),
  [paths.privacy]: createPage(() => import('./routes/privacy-policy')),
  [paths.refund]: createPage(() => import('./routes/refund-policy')),
  // These pages load this code too. A connection test must not include the code's loading time.
  [paths.adminLogs]: createPage(() => import('./routes/admin-logs'), loadTransport),
  [paths.adminPeople]: createPage(() => import('./routes/admin-people'), loadTransport),
  [paths.adminNumbers]: createPage(() => import('./routes/admin-numbers'), loadTransport),
  [paths.debug]: createPage(() => import('./routes/debug')),
}
const NotFound = createPage(() => import('./routes/not-found'))

const ROUTES = [
  ...Object.entries(CODE).map(([path, { Page }]) => <Route key={path} path={path} element={<Page />} />),
  ...REDIRECTS.map(({ from, to }) => <Route key={from} path={from} element={<Navigate to={to} replace />} />),
  <Route key="*" path="*" element={<NotFound.Page />} />,
]

/** Shows the page of the address. While a page loads, useLocation inside still returns the previous page's location. */
export function Pages() {
  const wanted = useLocation()
  // The previous page stays visible until the next page's code has loaded.
  const location = useDeferredValue(wanted)
  return (
    <LeavingContext value={wanted.pathname !== location.pathname}>
      <PageBoundary location={location}>
        <Routes location={location}>
          <Route element={<RootLayout location={location} isLoading={wanted !== location} />}>{ROUTES}</Route>
        </Routes>
      </PageBoundary>
      <Toasts />
    </LeavingContext>
  )
}

/** Returns the page's path in config/paths.ts, such as '/s/:token' for '/s/abc'. Undefined for unknown addresses. */
export function findPage(pathname: string) {
  return [...PAGES, ...PARAMETER_PAGES].find((path) => matchPath(path, pathname))
}

/** Preloads the code of an address. Rejects if the code can't load. `isFromFile`: whether the page is prerendered. */
export async function loadPage(pathname: string, isFromFile = false): Promise<void> {
  const page = findPage(pathname)
  await (page ? CODE[page] : NotFound).load(isFromFile)
}

/** Returns the name, without `.tsx`, of the page's file in app/routes. */
export function getPageCode(pathname: string): string {
  const page = findPage(pathname)
  return page ? page.split('/')[1] || 'home' : 'not-found'
}
