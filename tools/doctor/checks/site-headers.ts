// Checks the headers of the site's pages and scripts.
import { PUBLIC_PAGES } from '../../../src/config/paths.ts'
import { provideSecurityHeaders } from '../../../vite/security-headers.ts'
import { PUBLISH, readBundle, readPages, UNKNOWN_PATH } from './bundle.ts'
import type { Check, CheckResponse, Problem } from './check.ts'

const GIVE_HEADERS = 'Give the host the headers of dist/_headers (docs/hosts.md)'
const UPDATE_HEADERS = `${PUBLISH}. If the host has headers of its own, give it those of dist/_headers (docs/hosts.md)`
const GIVE_CACHING =
  'Give the host the headers of dist/_headers, and remove its own Cache-Control and Expires (docs/hosts.md)'
const YEAR_SECONDS = 31_536_000
/** The longest time for which a host may cache pages. */
const MAX_KEPT_SECONDS = 3600

export const SITE_HEADERS_CHECK: Check = {
  name: 'site headers',
  after: ['site'],
  async run(context) {
    const { settings } = context
    const pages = [...(await readPages(context)), await context.read(`${settings.VITE_SITE_URL}${UNKNOWN_PATH}`)]
    const missing = Object.entries(provideSecurityHeaders(settings.env)).flatMap(([name, value]) => {
      const isRight = ({ headers }: CheckResponse) => {
        const sent = headers.get(name) ?? ''
        // Some hosts send their own, longer value.
        if (name === 'Strict-Transport-Security') return Number(/max-age=(\d+)/.exec(sent)?.[1] ?? 0) >= YEAR_SECONDS
        return sent === value
      }
      const wrong = pages.filter((page) => !isRight(page))
      const [first] = wrong
      if (!first) return []
      const paths = wrong.map(({ url }) => new URL(url).pathname)
      const on = wrong.length === pages.length ? 'every page' : paths.join(', ')
      return first.headers.has(name)
        ? [{ what: `The header ${name} differs from your settings on ${on}.`, where: first.url, fix: UPDATE_HEADERS }]
        : [{ what: `The header ${name} is missing on ${on}.`, where: first.url, fix: GIVE_HEADERS }]
    })
    return [...missing, ...describeUnwanted(pages), ...describeCaching(pages, await readBundle(context))]
  },
}

/** Reports headers of the host's own that disable a page. */
function describeUnwanted(pages: readonly CheckResponse[]): Problem[] {
  const isPublic = ({ url }: CheckResponse) => (PUBLIC_PAGES as readonly string[]).includes(new URL(url).pathname)
  const unwanted = [
    {
      header: 'X-Robots-Tag',
      does: 'hides pages from search engines',
      on: pages.filter((page) => isPublic(page) && /\b(noindex|none)\b/i.test(page.headers.get('x-robots-tag') ?? '')),
    },
    {
      header: 'Cross-Origin-Embedder-Policy',
      does: 'keeps videos and images of the project from loading',
      on: pages.filter(({ headers }) => /require-corp/.test(headers.get('cross-origin-embedder-policy') ?? '')),
    },
  ]
  return unwanted.flatMap(({ header, does, on }) => {
    const [first] = on
    if (!first) return []
    const paths = on.map(({ url }) => new URL(url).pathname).join(', ')
    const fix =
      'Remove this header at the host or its proxy. Some hosts send it for previews only: then publish as production'
    return [{ what: `The header ${header} ${does}: ${paths}.`, where: first.url, fix }]
  })
}

type CacheHeader = 'Cache-Control' | 'Expires'

/** Returns for how long caches keep a response, in seconds, and by which header. Expires counts only without an age. */
function readKept(headers: Headers): { by: CacheHeader; seconds: number } {
  const cacheControl = headers.get('cache-control') ?? ''
  const ages = [...cacheControl.matchAll(/(?:^|[\s,])(?:s-maxage|max-age)=(\d+)/g)].map(([, age]) => Number(age))
  if (/no-store|no-cache/.test(cacheControl)) return { by: 'Cache-Control', seconds: 0 }
  if (ages.length > 0) return { by: 'Cache-Control', seconds: Math.max(...ages) }
  const sent = Date.parse(headers.get('date') ?? '') || Date.now()
  const seconds = Math.round((Date.parse(headers.get('expires') ?? '') - sent) / 1000)
  return { by: 'Expires', seconds: Number.isNaN(seconds) ? 0 : seconds }
}

/** Reports headers by which caches keep pages for too long, or keep nothing. */
function describeCaching(pages: readonly CheckResponse[], scripts: readonly CheckResponse[]): Problem[] {
  const kept = (['Cache-Control', 'Expires'] as const).flatMap((header) => {
    const page = pages.find(
      ({ headers }) => readKept(headers).by === header && readKept(headers).seconds > MAX_KEPT_SECONDS,
    )
    if (!page) return []
    const what = `${header} lets caches keep pages for ${readKept(page.headers).seconds} s, so visitors see old pages after a deployment.`
    return [{ what, where: page.url, fix: GIVE_CACHING }]
  })
  const unkept = [...pages, ...scripts].find(({ headers }) => /no-store/.test(headers.get('cache-control') ?? ''))
  if (!unkept) return kept
  const what = 'Cache-Control is no-store, so browsers load every file again on every visit.'
  return [...kept, { what, where: unkept.url, fix: GIVE_CACHING }]
}
