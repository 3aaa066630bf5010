import { type ComponentType, createElement } from 'react'
import { matchPath, Navigate } from 'react-router-dom'
import { paths } from '@/config/paths'
import { loadTransport } from '@/lib/http/create-http'
import { HOME_LATER } from './late-parts'

interface PageRoute {
  path: string
  /** In app/routes, without `.tsx`; it exports `Page`. */
  file: string
  /** What the build writes to the page's file. */
  prerender: 'page' | 'head'
  /** Loads more code with the page. */
  along?: () => Promise<unknown>
  /** Loads the code of what is under the first screen, where the page does not come from its file. */
  later?: () => Promise<unknown>
}

/** In product order. The router, the prerendered files and the sitemap are made from it. */
export const PAGES: readonly PageRoute[] = [
  { path: paths.home, file: 'home', prerender: 'page', later: HOME_LATER.load },
  { path: paths.createVideo, file: 'create-video', prerender: 'page' },
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
/** By the name of its file, once it is loaded. */
const loaded = new Map<string, ComponentType>()
for (const { from, to } of REDIRECTS) loaded.set(from, () => createElement(Navigate, { to, replace: true }))

/** The page of an address, where its code is loaded. */
export function loadedPage(pathname: string): ComponentType | null {
  return loaded.get(fileAt(pathname)) ?? null
}

/** `isFromFile`: its words are there already. Rejects where the code does not arrive; the next call tries again. */
export async function loadPage(pathname: string, isFromFile = false): Promise<ComponentType> {
  const redirect = REDIRECTS.find(({ from }) => matchPath(from, pathname)) && loadedPage(pathname)
  if (redirect) return redirect
  const { file, along, later } = pageAt(pathname)
  const load = PAGE_CODE[`./routes/${file}.tsx`]
  if (!load) throw new Error(`There is no app/routes/${file}.tsx`)
  // Without the network the first screen is enough: what is under it asks again once it is in sight.
  const orOffline = (error: unknown) => {
    if (navigator.onLine) throw error
  }
  const [Page] = await Promise.all([load(), along?.(), isFromFile || later?.().catch(orOffline)])
  loaded.set(file, Page)
  return Page
}

/** `/pricing` for `/pricing/` and `/Pricing`, which hosts take for other addresses. */
export function plainPath(pathname: string): string {
  const plain = pathname.toLowerCase().replace(/\/+$/, '')
  return PAGES.some(({ path }) => path === plain) ? plain : pathname
}

function pageAt(pathname: string): PageRoute {
  return PAGES.find(({ path }) => matchPath(path, pathname)) ?? NOT_FOUND
}

function fileAt(pathname: string): string {
  return REDIRECTS.find(({ from }) => matchPath(from, pathname))?.from ?? pageAt(pathname).file
}
