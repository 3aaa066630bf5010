import { PAGES, sharePattern } from '../../../src/config/paths.ts'
import { provideSecurityHeaders } from '../../../vite/security-headers.ts'
import type { Check, CheckResponse, Context, Problem } from './check.ts'
import { listSecretValues } from './settings.ts'

/** The maximum number of files to read. A bundle has about thirty. */
const MAX_FILES = 200
const UNKNOWN_PATH = '/no-such-page-of-the-doctor'
/** A share link that doesn't exist. Its token is 128 zero bits. */
const UNKNOWN_LINK = '/s/AAAAAAAAAAAAAAAAAAAAAA'
/** The marker of `s.html`, which every handler for share links fills. */
const LINK_PAGE = `data-page="${sharePattern}"`
const RUN_HANDLER =
  'Publish dist/ on a host that runs its handler of shared links, or let nginx ask the API (docs/deploy.md)'
const PUBLISH = 'npm run build, and publish dist/ again'
const GIVE_HEADERS = 'Give the host the headers of dist/_headers (docs/deploy.md)'
const UPDATE_HEADERS = `${PUBLISH}. If the host has headers of its own, give it those of dist/_headers (docs/deploy.md)`
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
      const kept = pages.filter(({ headers }) => readKeptSeconds(headers) > MAX_KEPT_SECONDS)
      const caching: Problem[] = kept.slice(0, 1).map((page) => ({
        what: `Cache-Control lets browsers keep pages for ${readKeptSeconds(page.headers)} s, so visitors see old pages after a deployment.`,
        where: page.url,
        fix: GIVE_HEADERS,
      }))
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
      return [...missing, ...caching]
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
  {
    name: 'bundle',
    needs: ['VITE_SUPABASE_ANON_KEY'],
    after: ['site'],
    async run(context) {
      const { settings } = context
      const all = (await readBundle(context))
        .filter(({ status }) => status === 200)
        .map(({ text }) => text)
        .join('\n')
      const where = `${settings.VITE_SITE_URL}/assets/`
      const problems = (['VITE_SUPABASE_URL', 'VITE_API_URL', 'VITE_SUPABASE_ANON_KEY'] as const)
        // Pages of a server for a team have no addresses, because everything is at their own.
        .filter((name) => settings.env[name] && !all.includes(settings[name]))
        .map((name): Problem => ({ what: `The bundle was built with a different ${name}.`, where, fix: PUBLISH }))
      const secrets = listSecretValues(settings).filter(({ value }) => all.includes(value))
      return [
        ...problems,
        ...secrets.map(({ name }) => ({
          what: `The bundle contains the value of ${name}, so it is published.`,
          where,
          fix: `Replace that secret now, remove it from every VITE_ setting, then ${PUBLISH}`,
        })),
      ]
    },
  },
]

const readKeptSeconds = (headers: Headers) =>
  Number(/(?:^|[\s,])max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0)

/** Reads every page of the app, and the other pages in the sitemap. */
async function readPages({ settings, ask }: Context): Promise<CheckResponse[]> {
  const { VITE_SITE_URL: site } = settings
  const map = await ask(`${site}/sitemap.xml`)
  const listed = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => URL.parse(url)?.pathname ?? '/')
  const paths = new Set([...PAGES, ...listed])
  return Promise.all([...paths].slice(0, MAX_FILES).map((path) => ask(`${site}${path}`)))
}

/** Reads the page and every script that it loads, directly or indirectly. The result includes missing files. */
async function readBundle({ settings, ask }: Context): Promise<CheckResponse[]> {
  const page = await ask(`${settings.VITE_SITE_URL}/`)
  const read = [page]
  const seen = new Set<string>()
  let texts = [page.text]
  while (texts.length > 0 && seen.size < MAX_FILES) {
    const names = texts.flatMap((text) => text.match(/[\w.-]+\.js(?=["'`\s])/g) ?? []).filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    const files = await Promise.all([...new Set(names)].map((name) => ask(`${settings.VITE_SITE_URL}/assets/${name}`)))
    read.push(...files)
    texts = files.filter(({ status }) => status === 200).map(({ text }) => text)
  }
  return read
}
