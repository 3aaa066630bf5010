// The page of a link for hosts that run code: what differs between them is in a file per host.
import { sharedVideoResponse } from '../../supabase/functions/_shared/contract/shares.ts'
import { fillSharePage, type SharedCard } from '../../supabase/functions/api/services/shares/share-page.ts'

/** The parts of a build that its handlers need. */
export interface ShareSettings {
  /** The text of `s.html`. */
  shell: string
  /** Security headers. A host adds its own to files alone. */
  headers: Readonly<Record<string, string>>
  /** The API's address. Empty for the site's own. */
  apiUrl: string
  /** The site's address. Empty for that of the request. */
  siteUrl: string
}

const LINK = /^\/s\/([\w-]{22})\/?$/
/** A page without its card is better than one that comes late. */
const TIMEOUT_MS = 4000

/**
 * Returns the page for `/s/{token}`: 404 for a link that doesn't work, and the page with the generic card if the API doesn't answer.
 * @param request its path is that of the link
 */
export async function createShareResponse(
  request: Pick<Request, 'url' | 'method'>,
  { shell, headers, apiUrl, siteUrl }: ShareSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Response> {
  const { origin, pathname } = new URL(request.url)
  const [, token = ''] = LINK.exec(pathname) ?? []
  const place = { token, siteUrl: removeSlash(siteUrl || origin), apiUrl: removeSlash(apiUrl || origin) }
  const card = token ? await readCard(`${place.apiUrl}/api/shared/${token}?again=true`, fetch) : 'missing'
  const { status, html } = fillSharePage(shell, card, place)
  return new Response(request.method === 'HEAD' ? null : html, {
    status,
    // A link can be revoked at any time.
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** Reads a link without counting a view: the page itself does that. Never rejects. */
async function readCard(address: string, fetch: typeof globalThis.fetch): Promise<SharedCard> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await answer.json()
    if (answer.ok) return sharedVideoResponse.parse(body).data
    // Another server may answer 404 too, where the API's address is wrong.
    return answer.status === 404 && Reflect.get(Object(body), 'code') === 'not_found' ? 'missing' : null
  } catch {
    return null
  }
}

function removeSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
