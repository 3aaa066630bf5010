import { PAGES, sharePattern } from '../../../src/config/paths.ts'
import { provideSecurityHeaders } from '../../../vite/security-headers.ts'
import { BUNDLE_CHECKS, readBundle } from './bundle.ts'
import type { Check, CheckResponse, Context, Problem } from './check.ts'

/** The maximum number of files to read. */
const MAX_FILES = 200
const UNKNOWN_PATH = '/no-such-page-of-the-doctor'
/** A share link that doesn't exist. Its token is 128 zero bits. */
const UNKNOWN_LINK = '/s/AAAAAAAAAAAAAAAAAAAAAA'
/** A video that doesn't exist. The page itself tells the visitor so. */
const UNKNOWN_VIDEO = '/videos/00000000-0000-4000-8000-000000000000'
/** The marker of `s.html`, which every handler for share links fills. */
const LINK_PAGE = `data-page="${sharePattern}"`
const RUN_HANDLER =
  'Publish dist/ on a host that runs its handler of shared links, or let nginx ask the API (docs/deploy.md)'
const PUBLISH = 'npm run build, and publish dist/ again'
const GIVE_HEADERS = 'Give the host the headers of dist/_headers (docs/deploy.md)'
const UPDATE_HEADERS = `${PUBLISH}. If the host has headers of its own, give it those of dist/_headers (docs/deploy.md)`
const GIVE_CACHING =
  'Give the host the headers of dist/_headers, and remove its own Cache-Control and Expires (docs/deploy.md)'
const YEAR_SECONDS = 31_536_000
/** The longest time for which a host may cache pages. */
const MAX_KEPT_SECONDS = 3600

export const SITE_CHECKS: Check[] = [
  {
    name: 'site',
    after: ['addresses'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_SITE_URL}/`)
      if (answer.status === 200 && answer.text.includes('<div id="root"')) return []
      const to = answer.headers.get('location')
      const what = to
        ? `The site redirects to ${URL.parse(to, answer.url)?.origin ?? 'nowhere'}. Sign-in and CORS need the final address.`
        : `The site doesn't serve the app (HTTP ${answer.status}).`
      return [{ what, where: answer.url, fix: to ? `Set VITE_SITE_URL to that address in ${settings.file}` : PUBLISH }]
    },
  },
  {
    name: 'site pages',
    after: ['site'],
    async run({ settings, ask }) {
      const site = settings.VITE_SITE_URL
      const answers = await Promise.all(PAGES.map(async (path) => ({ path, ...(await ask(site + path)) })))
      const unknown = await ask(`${site}${UNKNOWN_PATH}`)
      const video = await ask(`${site}${UNKNOWN_VIDEO}`)
      const robots = await ask(`${site}/robots.txt`)
      const wrong = answers.filter(
        ({ path, status, text }) => status !== 200 || !text.includes(`<link rel="canonical" href="${site}${path}"`),
      )
      const [first] = wrong
      return [
        ...(first
          ? [
              {
                what: `These pages are missing or show another page: ${wrong.map(({ path, status }) => `${path} (${status})`).join(', ')}.`,
                where: first.url,
                fix: 'Publish dist/ after npm run build, and make the host serve /pricing from pricing.html (docs/deploy.md)',
              },
            ]
          : []),
        ...(video.status === 200 && video.text.includes('<div id="root"')
          ? []
          : [
              {
                what: `The page of a video returns HTTP ${video.status}, so links to it don't open.`,
                where: video.url,
                fix: 'Make the host serve /videos/{id} from videos.html (docs/deploy.md)',
              },
            ]),
        ...describeRobots(robots),
        ...(unknown.status === 404
          ? []
          : [
              {
                what: `An unknown address returns HTTP ${unknown.status} instead of 404.`,
                where: unknown.url,
                fix: 'Make the host serve 404.html with status 404 for unknown addresses (docs/deploy.md)',
              },
            ]),
      ]
    },
  },
  {
    name: 'shared links',
    after: ['site', 'function'],
    async run({ settings, ask }) {
      const { url, status, text, headers } = await ask(`${settings.VITE_SITE_URL}${UNKNOWN_LINK}`)
      const hasPage = text.includes(LINK_PAGE)
      const type = headers.get('content-type') ?? ''
      if (status === 404 && hasPage && type.startsWith('text/html')) return []
      const what =
        hasPage && !type.startsWith('text/html')
          ? `The page of a shared link has the Content-Type ${type || '(none)'}, so browsers show its code.`
          : hasPage
            ? `A shared link that doesn't work returns HTTP ${status} instead of 404, so previews of all links are general.`
            : `The host runs no handler of shared links, so their previews are general (HTTP ${status}).`
      return [{ what, where: url, fix: RUN_HANDLER }]
    },
  },
  {
    name: 'site headers',
    after: ['site'],
    async run(context) {
      const { settings } = context
      const pages = [...(await readPages(context)), await context.ask(`${settings.VITE_SITE_URL}${UNKNOWN_PATH}`)]
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
      return [...missing, ...describeCaching(pages, await readBundle(context))]
    },
  },
  {
    name: 'site files',
    after: ['site'],
    async run(context) {
      const { VITE_SITE_URL: site } = context.settings
      const named = (await readPages(context)).flatMap(({ text }) =>
        [...text.matchAll(/\b(?:src|href)="(\/[^"#?]+\.\w+)"/g)].map(([, path = '']) => path),
      )
      const paths = [...new Set(named)].slice(0, MAX_FILES)
      const answers = await Promise.all(paths.map((path) => context.ask(`${site}${path}`)))
      // A name in a script can be an ordinary word, or a file elsewhere. A name with a hash is a file of the build.
      const scripts = (await readBundle(context)).filter(({ url }) => /-[\w-]{8}\.js$/.test(url))
      const missing = [...answers, ...scripts]
        .filter(({ status }) => status !== 200)
        .map(({ url }) => new URL(url).pathname)
      const [mistyped] = [...answers, ...scripts].filter(
        ({ url, status, headers }) =>
          status === 200 && url.endsWith('.js') && !/javascript/.test(headers.get('content-type') ?? ''),
      )
      return [
        ...(missing.length === 0
          ? []
          : [
              {
                what: `Missing files: ${[...new Set(missing)].join(', ')}. Pages that need them don't work.`,
                where: site,
                fix: PUBLISH,
              },
            ]),
        ...(mistyped
          ? [
              {
                what: `Scripts have the Content-Type ${mistyped.headers.get('content-type') ?? '(none)'}, so browsers don't run them.`,
                where: mistyped.url,
                fix: 'Make the host send files that end in .js as text/javascript, and publish dist/ again (docs/deploy.md)',
              },
            ]
          : []),
      ]
    },
  },
  ...BUNDLE_CHECKS,
]

/** Reports a robots.txt that hides the site from search engines, or that isn't the build's. */
function describeRobots({ url: where, status, text }: CheckResponse): Problem[] {
  const fix = `${PUBLISH}. If the host or its proxy makes a robots.txt, turn it off there`
  if (/^\s*disallow:\s*\/\s*$/im.test(text))
    return [{ what: 'robots.txt hides the whole site from search engines.', where, fix }]
  if (status === 200 && /^user-agent:/im.test(text)) return []
  return [{ what: `robots.txt is missing (HTTP ${status}), so search engines don't find the sitemap.`, where, fix }]
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

/** Reads every page of the app, and the other pages in the sitemap. */
async function readPages({ settings, ask }: Context): Promise<CheckResponse[]> {
  const { VITE_SITE_URL: site } = settings
  const map = await ask(`${site}/sitemap.xml`)
  const listed = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => URL.parse(url)?.pathname ?? '/')
  const paths = new Set([...PAGES, ...listed])
  return Promise.all([...paths].slice(0, MAX_FILES).map((path) => ask(`${site}${path}`)))
}
