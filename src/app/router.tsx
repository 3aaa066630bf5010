import { type ComponentType, createElement } from 'react'
import { matchPath, Navigate } from 'react-router-dom'
import { PAGES, PARAMETER_PAGES, paths, REDIRECTS } from '@/config/paths'
import { loadTransport } from '@/lib/http/create-http'
import { HOME_LATER } from './late-parts'

/** The code that a page loads besides its own. */
interface MoreCode {
  /** Loads code together with the page. */
  along?: () => Promise<unknown>
  /** Loads the part below the first screen if the page doesn't come from its file. */
  later?: () => Promise<unknown>
}

const MORE_CODE: Readonly<Record<string, MoreCode>> = {
  [paths.home]: { later: HOME_LATER.load },
  // Loaded early, so that a connection test does not measure it.
  [paths.adminLogs]: { along: loadTransport },
}

/** The path of the page for unknown addresses. */
const NOT_FOUND = '/not-found'

const PAGE_CODE = import.meta.glob<ComponentType>('./routes/*.tsx', { import: 'Page' })
/** Pages whose code is loaded, by path. Old addresses have entries too. */
const loaded = new Map<string, ComponentType>()
for (const { from, to } of REDIRECTS) loaded.set(from, () => createElement(Navigate, { to, replace: true }))

/** Returns the page of an address if its code is loaded. */
export function getLoadedPage(pathname: string): ComponentType | null {
  return loaded.get(findAddress(pathname)) ?? null
}

/**
 * Loads the page of an address. `isFromFile`: its text is already in the document. Rejects if the code doesn't arrive; the next
 * call tries again.
 */
export async function loadPage(pathname: string, isFromFile = false): Promise<ComponentType> {
  const redirect = REDIRECTS.find(({ from }) => matchPath(from, pathname)) && getLoadedPage(pathname)
  if (redirect) return redirect
  const page = findPage(pathname)
  const file = getPageCode(page)
  const load = PAGE_CODE[`./routes/${file}.tsx`]
  if (!load) throw new Error(`There is no app/routes/${file}.tsx`)
  const { along, later } = MORE_CODE[page] ?? {}
  // Without the network the first screen is enough: what is under it asks again once it is in sight.
  const ignoreOffline = (error: unknown) => {
    if (navigator.onLine) throw error
  }
  const more = isFromFile ? undefined : later?.().catch(ignoreOffline)
  const [Page] = await Promise.all([load(), along?.(), more])
  loaded.set(page, Page)
  return Page
}

/** Returns the canonical form of a path: '/pricing' for '/pricing/' and '/Pricing', which hosts treat as different addresses. */
export function toPlainPath(pathname: string): string {
  const plain = pathname.toLowerCase().replace(/\/+$/, '')
  return PAGES.some((path) => path === plain) ? plain : pathname
}

/** Names the file in app/routes, without `.tsx`, that holds the page of an address. */
export function getPageCode(pathname: string): string {
  return findPage(pathname).split('/')[1] || 'home'
}

/** Returns the page's path in the lists of config/paths.ts: '/s/:token' for '/s/abc'. */
export function findPage(pathname: string): string {
  return [...PAGES, ...PARAMETER_PAGES].find((path) => matchPath(path, pathname)) ?? NOT_FOUND
}

function findAddress(pathname: string): string {
  return REDIRECTS.find(({ from }) => matchPath(from, pathname))?.from ?? findPage(pathname)
}
