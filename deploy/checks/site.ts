import { securityHeaders } from '../../build/security-headers.ts'
import type { Answer, Check, Context, Problem } from './check.ts'
import { SETTINGS_FILE, secretValues } from './settings.ts'

/** A bundle has about thirty files. */
const MAX_FILES = 200
const PUBLISH = 'npm run build, and publish dist/ again'
const YEAR_SECONDS = 31_536_000

export const SITE_CHECKS: Check[] = [
  {
    name: 'site',
    after: ['addresses'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_SITE_URL}/`)
      if (answer.status === 200 && answer.text.includes('<div id="root"')) return []
      const to = answer.headers.get('location')
      const what = to
        ? `It leads on to ${URL.parse(to, answer.url)?.origin ?? 'nowhere'}: sign-in and CORS need the address that users end at.`
        : `It answers ${answer.status} and is not the app.`
      return [{ what, where: answer.url, fix: to ? `Set VITE_SITE_URL in ${SETTINGS_FILE} to it` : PUBLISH }]
    },
  },
  {
    name: 'pages of the site',
    after: ['site'],
    async run({ settings, ask }) {
      const [pricing, unknown] = (await Promise.all(
        ['/pricing', '/no-such-page-of-the-doctor'].map((path) => ask(`${settings.VITE_SITE_URL}${path}`)),
      )) as [Answer, Answer]
      return [
        ...(pricing.status === 200 && /<title>[^<]*Pricing/i.test(pricing.text)
          ? []
          : [
              {
                what: `/pricing answers ${pricing.status} and is not its own page.`,
                where: pricing.url,
                fix: 'Make the host serve /pricing from pricing.html (docs/deploy.md)',
              },
            ]),
        ...(unknown.status === 404
          ? []
          : [
              {
                what: `An unknown address answers ${unknown.status} and not 404.`,
                where: unknown.url,
                fix: 'Make the host serve 404.html, with 404, for what is not there (docs/deploy.md)',
              },
            ]),
      ]
    },
  },
  {
    name: 'headers of the site',
    after: ['site'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_SITE_URL}/`)
      const wrong = Object.entries(securityHeaders(settings.env)).filter(([name, value]) => {
        const sent = answer.headers.get(name) ?? ''
        const years = Number(/max-age=(\d+)/.exec(sent)?.[1] ?? 0)
        // Some hosts send a longer one of their own.
        return name === 'Strict-Transport-Security' ? years < YEAR_SECONDS : sent !== value
      })
      return wrong.map(([name]) => ({
        what: answer.headers.has(name)
          ? `The header ${name} is not the one that these settings make.`
          : `The header ${name} is missing.`,
        where: answer.url,
        fix: 'Give the host the headers of dist/_headers (docs/deploy.md)',
      }))
    },
  },
  {
    name: 'bundle',
    needs: ['VITE_SUPABASE_ANON_KEY'],
    after: ['site'],
    async run(context) {
      const { settings } = context
      const all = (await readBundle(context)).map(({ text }) => text).join('\n')
      const where = `${settings.VITE_SITE_URL}/assets/`
      const problems = (['VITE_SUPABASE_URL', 'VITE_API_URL', 'VITE_SUPABASE_ANON_KEY'] as const)
        .filter((name) => !all.includes(settings[name]))
        .map((name): Problem => ({ what: `The bundle was built with another ${name}.`, where, fix: PUBLISH }))
      const secrets = secretValues(settings).filter(({ value }) => all.includes(value))
      return [
        ...problems,
        ...secrets.map(({ name }) => ({
          what: `The bundle holds the value of ${name}: it is published.`,
          where,
          fix: `Replace that secret now, take it out of every VITE_ setting, then ${PUBLISH}`,
        })),
      ]
    },
  },
]

/** The page and every script that it loads, directly or through another. */
async function readBundle({ settings, ask }: Context): Promise<Answer[]> {
  const page = await ask(`${settings.VITE_SITE_URL}/`)
  const read = [page]
  const seen = new Set<string>()
  let texts = [page.text]
  while (texts.length > 0 && seen.size < MAX_FILES) {
    const names = texts.flatMap((text) => text.match(/[\w.-]+\.js(?=["'`\s])/g) ?? []).filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    const files = await Promise.all([...new Set(names)].map((name) => ask(`${settings.VITE_SITE_URL}/assets/${name}`)))
    const found = files.filter(({ status }) => status === 200)
    read.push(...found)
    texts = found.map(({ text }) => text)
  }
  return read
}
