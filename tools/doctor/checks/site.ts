import { PAGES, sharePattern } from '../../../src/config/paths.ts'
import { BUNDLE_CHECKS, isOfBuild, MAX_FILES, PUBLISH, readBundle, readPages, UNKNOWN_PATH } from './bundle.ts'
import type { Check, CheckResponse, Problem } from './check.ts'
import { SITE_HEADERS_CHECK } from './site-headers.ts'

/** A share link that doesn't exist. Its token is 128 zero bits. */
const UNKNOWN_LINK = '/s/AAAAAAAAAAAAAAAAAAAAAA'
/** A video that doesn't exist. The page itself tells the visitor so. */
const UNKNOWN_VIDEO = '/videos/00000000-0000-4000-8000-000000000000'
/** The marker of `s.html`, which every handler for share links fills. */
const LINK_PAGE = `data-page="${sharePattern}"`
const RUN_HANDLER =
  'Publish dist/ on a host that runs its handler of shared links, or let nginx ask the API (docs/hosts.md)'

export const SITE_CHECKS: Check[] = [
  {
    name: 'site',
    after: ['addresses'],
    async run({ settings, read }) {
      const answer = await read(`${settings.VITE_SITE_URL}/`)
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
    async run({ settings, read }) {
      const site = settings.VITE_SITE_URL
      const answers = await Promise.all(PAGES.map(async (path) => ({ path, ...(await read(site + path)) })))
      const unknown = await read(`${site}${UNKNOWN_PATH}`)
      const video = await read(`${site}${UNKNOWN_VIDEO}`)
      const robots = await read(`${site}/robots.txt`)
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
                fix: 'Publish dist/ after npm run build, and make the host serve /pricing from pricing.html (docs/hosts.md)',
              },
            ]
          : []),
        ...(video.status === 200 && video.text.includes('<div id="root"')
          ? []
          : [
              {
                what: `The page of a video returns HTTP ${video.status}, so links to it don't open.`,
                where: video.url,
                fix: 'Make the host serve /videos/{id} from videos.html (docs/hosts.md)',
              },
            ]),
        ...describeRobots(robots),
        ...(unknown.status === 404
          ? []
          : [
              {
                what: `An unknown address returns HTTP ${unknown.status} instead of 404.`,
                where: unknown.url,
                fix: 'Make the host serve 404.html with status 404 for unknown addresses (docs/hosts.md)',
              },
            ]),
      ]
    },
  },
  {
    name: 'shared links',
    after: ['site', 'function'],
    async run({ settings, read }) {
      const { url, status, text, headers } = await read(`${settings.VITE_SITE_URL}${UNKNOWN_LINK}`)
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
  SITE_HEADERS_CHECK,
  {
    name: 'site files',
    after: ['site'],
    async run(context) {
      const { VITE_SITE_URL: site } = context.settings
      const named = (await readPages(context)).flatMap(({ text }) =>
        [...text.matchAll(/\b(?:src|href)="(\/[^"#?]+\.\w+)"/g)].map(([, path = '']) => path),
      )
      const paths = [...new Set(named)].slice(0, MAX_FILES)
      const answers = await Promise.all(paths.map((path) => context.read(`${site}${path}`)))
      const scripts = (await readBundle(context)).filter(isOfBuild)
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
                fix: 'Make the host send files that end in .js as text/javascript, and publish dist/ again (docs/hosts.md)',
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
