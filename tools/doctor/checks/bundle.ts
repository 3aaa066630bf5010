// Reads what the host serves: the pages and scripts of the app, and files that nobody may publish.
import { PAGES } from '../../../src/config/paths.ts'
import type { Check, CheckResponse, Context, Problem } from './check.ts'
import { listSecretValues } from './settings.ts'
import { isServerKey } from './settings-checks.ts'

/** The maximum number of files to read. A bundle has about thirty. */
export const MAX_FILES = 200
export const PUBLISH = 'npm run build, and publish dist/ again'
export const UNKNOWN_PATH = '/no-such-page-of-the-doctor'

/** Files of this machine that a host serves if more than dist/ was published. */
const PRIVATE_FILES = ['/.env', '/.env.production', '/.env.local', '/.git/config']
/** A line of such a file. */
const PRIVATE_LINE = /^\s*(export\s+)?[A-Z][A-Z0-9_]{2,}\s*=|^\s*\[core\]/m
/** The keys of a Supabase project and of an account, and tokens, which can be old keys. */
const KEYS = /\bsb_secret_[\w-]{16,}|\bsbp_[0-9a-f]{40}|\bey[\w-]{10,}\.ey[\w-]{10,}\.[\w-]{10,}/g

export const BUNDLE_CHECKS: Check[] = [
  {
    name: 'bundle',
    needs: ['VITE_SUPABASE_ANON_KEY'],
    after: ['site'],
    async run(context) {
      const { settings } = context
      const files = await readBundle(context)
      // The settings can be in a missing file, which the check "site files" names.
      const isComplete = files.every((file) => file.status === 200 || !isOfBuild(file))
      const all = files
        .filter(({ status }) => status === 200)
        .map(({ text }) => text)
        .join('\n')
      const where = `${settings.VITE_SITE_URL}/assets/`
      const problems = (['VITE_SUPABASE_URL', 'VITE_API_URL', 'VITE_SUPABASE_ANON_KEY'] as const)
        // Pages of a server for a team have no addresses, because everything is at their own.
        .filter((name) => isComplete && settings.env[name] && !all.includes(settings[name]))
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
  {
    name: 'published secrets',
    after: ['site'],
    async run(context) {
      const { VITE_SITE_URL: site } = context.settings
      const files = await Promise.all(PRIVATE_FILES.map((path) => context.read(`${site}${path}`)))
      const open = files.filter(({ status, text }) => status === 200 && !/^\s*</.test(text) && PRIVATE_LINE.test(text))
      const withKey = (await readBundle(context)).filter(({ text }) => (text.match(KEYS) ?? []).some(isSecretKey))
      return [
        ...open.map(({ url }) => ({
          what: `Anyone can read ${new URL(url).pathname} on the host.`,
          where: url,
          fix: `Delete it on the host, publish only dist/, and replace every secret in it`,
        })),
        ...withKey.slice(0, 1).map(({ url }) => ({
          what: 'The bundle contains a secret key of Supabase, so it is published.',
          where: url,
          fix: `Replace that key now, remove it from every VITE_ setting, then ${PUBLISH}`,
        })),
      ]
    },
  },
]

const isSecretKey = (key: string) => key.startsWith('sbp_') || isServerKey(key)

/**
 * Returns whether a script is a file of the build, whose name has a hash of 7 characters, or 8 for a worker. Other names in
 * a script can be ordinary words.
 */
export const isOfBuild = ({ url }: CheckResponse) => /-[\w-]{7,8}\.js$/.test(url)

/** Reads the page and every script that it loads, directly or indirectly. The result includes missing files. */
export async function readBundle({ settings, read }: Context): Promise<CheckResponse[]> {
  const page = await read(`${settings.VITE_SITE_URL}/`)
  const found = [page]
  const seen = new Set<string>()
  let texts = [page.text]
  while (texts.length > 0 && seen.size < MAX_FILES) {
    const names = texts.flatMap((text) => text.match(/[\w.-]+\.js(?=["'`\s])/g) ?? []).filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    const files = await Promise.all([...new Set(names)].map((name) => read(`${settings.VITE_SITE_URL}/assets/${name}`)))
    found.push(...files)
    texts = files.filter(({ status }) => status === 200).map(({ text }) => text)
  }
  return found
}

/** Reads every page of the app, and the other pages in the sitemap. */
export async function readPages({ settings, read }: Context): Promise<CheckResponse[]> {
  const { VITE_SITE_URL: site } = settings
  const map = await read(`${site}/sitemap.xml`)
  const listed = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => URL.parse(url)?.pathname ?? '/')
  const paths = new Set([...PAGES, ...listed])
  return Promise.all([...paths].slice(0, MAX_FILES).map((path) => read(`${site}${path}`)))
}
