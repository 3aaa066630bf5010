import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { paths } from '@/config/paths'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'

interface PageRoute {
  path: string
  /** In app/routes, without `.tsx`; it exports `Page`. */
  file: string
  /** What the build writes to the page's file. */
  prerender: 'page' | 'head'
  /** Loads more code with the page. */
  along?: () => Promise<unknown>
}

const loadTransport = () => import('@/lib/http/axios-http')

/** In product order. The router, the prerendered files and the sitemap are made from it. */
export const PAGES: readonly PageRoute[] = [
  { path: paths.home, file: 'home', prerender: 'page' },
  // Loaded early: after a deployment it might be gone when Generate is clicked.
  { path: paths.createVideo, file: 'create-video', prerender: 'page', along: loadTransport },
  { path: paths.videoEffects, file: 'video-effects', prerender: 'page' },
  { path: paths.pricing, file: 'pricing', prerender: 'page' },
  { path: paths.login, file: 'login', prerender: 'page' },
  { path: paths.frenchKissing, file: 'french-kissing', prerender: 'page' },
  { path: paths.asmrVideo, file: 'asmr-video', prerender: 'page' },
  { path: paths.terms, file: 'terms', prerender: 'page' },
  { path: paths.privacy, file: 'privacy', prerender: 'page' },
  { path: paths.refund, file: 'refund', prerender: 'page' },
  // Loaded early, so that a connection test does not measure it.
  { path: paths.adminLogs, file: 'admin-logs', prerender: 'head', along: loadTransport },
  { path: paths.debug, file: 'debug', prerender: 'head' },
]

export const NOT_FOUND: PageRoute = { path: '*', file: 'not-found', prerender: 'head' }

export const REDIRECTS: readonly { from: string; to: string }[] = [{ from: paths.textToVideo, to: paths.createVideo }]

const PAGE_CODE = import.meta.glob<ComponentType>('./routes/*.tsx', { import: 'Page' })

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    children: [
      {
        // Inside the layout, so that the navigation stays.
        ErrorBoundary: RouteError,
        HydrateFallback: () => null,
        children: [
          ...PAGES.map(pageRoute),
          ...REDIRECTS.map(({ from, to }) => ({ path: from, element: <Navigate to={to} replace /> })),
          pageRoute(NOT_FOUND),
        ],
      },
    ],
  },
]

function pageRoute({ path, file, along }: PageRoute): RouteObject {
  const load = PAGE_CODE[`./routes/${file}.tsx`]
  if (!load) throw new Error(`There is no app/routes/${file}.tsx`)
  return {
    path,
    async lazy() {
      const [Component] = await Promise.all([load(), along?.()])
      return { Component }
    },
  }
}
