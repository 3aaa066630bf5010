// Creates the page of a share link, for hosts that run code. Each host has its own file for its differences.
import { toPlainPath } from '../../src/config/paths.ts'
import { sharedVideoResponse } from '../../supabase/functions/_shared/contract/shares.ts'
import { fillSharePage, type SharedCard } from '../../supabase/functions/api/services/shares/share-page.ts'

/** The parts of a build that its handlers need. */
export interface ShareSettings {
  /** The content of `s.html`. */
  shell: string
  /** The security headers. Hosts add theirs only to static files. */
  headers: Readonly<Record<string, string>>
  /** The API's base URL. Empty for the site's own. */
  apiUrl: string
  /** The site's address. Empty for the address of the request. */
  siteUrl: string
}

const LINK = /^\/s\/([\w-]{22})$/
/** The time limit for reading the card, in milliseconds. A fast page without its card is better than a slow one. */
const TIMEOUT_MS = 4000

/**
 * Returns a redirect to the canonical path, or null if the request has it. It counts as no view, and previews follow it.
 * @param headers the security headers
 * @param pages the paths of the pages without a parameter. Default: those of the app.
 */
export function redirectToPlainPath(
  { url }: Pick<Request, 'url'>,
  headers: ShareSettings['headers'],
  pages?: ReadonlySet<string>,
): Response | null {
  const { pathname, search } = new URL(url)
  const plain = toPlainPath(pathname, pages)
  return plain === pathname
    ? null
    : new Response(null, { status: 301, headers: { ...headers, Location: plain + search } })
}

/**
 * Returns the page for `/s/{token}`, or a redirect to it from `/S/{token}/`. A link that doesn't work returns 404. If the
 * API doesn't respond, the page has a generic card.
 * @param request its path is the link's path
 */
export async function createShareResponse(
  request: Pick<Request, 'url' | 'method'>,
  { shell, headers, apiUrl, siteUrl }: ShareSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Response> {
  const redirect = redirectToPlainPath(request, headers)
  if (redirect) return redirect
  const { origin, pathname } = new URL(request.url)
  const [, token = ''] = LINK.exec(pathname) ?? []
  const place = { token, siteUrl: removeSlash(siteUrl || origin), apiUrl: removeSlash(apiUrl || origin) }
  const card = token ? await readCard(`${place.apiUrl}/api/shared/${token}?again=true`, fetch) : 'missing'
  const { status, html } = fillSharePage(shell, card, place)
  return new Response(request.method === 'HEAD' ? null : html, {
    status,
    // Don't cache the page, because a link can be revoked at any time.
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** Reads a link without counting a view, because the page itself counts it. Never rejects. */
async function readCard(address: string, fetch: typeof globalThis.fetch): Promise<SharedCard> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await answer.json()
    if (answer.ok) return sharedVideoResponse.parse(body).data
    // If the API's URL is wrong, another server may return 404 too.
    return answer.status === 404 && Reflect.get(Object(body), 'code') === 'not_found' ? 'missing' : null
  } catch {
    return null
  }
}

function removeSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
