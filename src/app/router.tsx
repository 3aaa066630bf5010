// Every page and its code, a file of app/routes. Addresses stand in config/paths.ts.
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
  [paths.frenchKissing]: createPage(() => import('./routes/ai-french-kissing')),
  [paths.asmrVideo]: createPage(() => import('./routes/asmr-video')),
  [paths.terms]: createPage(() => import('./routes/terms-of-service')),
  [paths.privacy]: createPage(() => import('./routes/privacy-policy')),
  [paths.refund]: createPage(() => import('./routes/refund-policy')),
  // A connection test must not measure how long this code takes.
  [paths.adminLogs]: createPage(() => import('./routes/admin-logs'), loadTransport),
  [paths.debug]: createPage(() => import('./routes/debug')),
}
const NotFound = createPage(() => import('./routes/not-found'))

const ROUTES = [
  ...Object.entries(CODE).map(([path, { Page }]) => <Route key={path} path={path} element={<Page />} />),
  ...REDIRECTS.map(({ from, to }) => <Route key={from} path={from} element={<Navigate to={to} replace />} />),
  <Route key="*" path="*" element={<NotFound.Page />} />,
]

/** Shows the page of the address. Components inside see the address of the page that is shown. */
export function Pages() {
  const wanted = useLocation()
  // The page before stays until the code of the next one is there.
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

/** Returns the page's path in config/paths.ts: '/s/:token' for '/s/abc'. Undefined for unknown addresses. */
export function findPage(pathname: string) {
  return [...PAGES, ...PARAMETER_PAGES].find((path) => matchPath(path, pathname))
}

/** Loads the code of an address ahead. Rejects if it doesn't arrive. `isFromFile`: the page's text is already in the document. */
export async function loadPage(pathname: string, isFromFile = false): Promise<void> {
  const page = findPage(pathname)
  await (page ? CODE[page] : NotFound).load(isFromFile)
}

/** Names the file in app/routes, without `.tsx`, that holds the page of an address. */
export function getPageCode(pathname: string): string {
  const page = findPage(pathname)
  return page ? page.split('/')[1] || 'home' : 'not-found'
}

/** Returns the canonical form of a path: '/pricing' for '/pricing/' and '/Pricing', which hosts treat as different addresses. */
export function toPlainPath(pathname: string): string {
  const plain = pathname.toLowerCase().replace(/\/+$/, '')
  return PAGES.some((path) => path === plain) ? plain : pathname
}
