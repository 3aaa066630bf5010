// Lists faults of the host, the webhook, and the project's settings. One examination finds all of them.
import { SECRETS, SITE } from './deployment.ts'

/** A fault: its name, the doctor's words for it, the words of its fix, and its change of a response. */
export interface OutsideFault {
  name: string
  says: RegExp
  fix: RegExp
  answer(url: URL, request: Request, pass: () => Promise<Response>): Promise<Response> | Response | undefined
}

const on = (origin: string, path: RegExp, body: string, status = 200): OutsideFault['answer'] => {
  return (url) => (url.origin === origin && path.test(url.pathname) ? new Response(body, { status }) : undefined)
}

/** Sends a page with these headers. */
const withHeaders =
  (path: string, headers: Record<string, string>): OutsideFault['answer'] =>
  async (url, _request, pass) => {
    const response = await pass()
    if (url.origin !== SITE || url.pathname !== path) return response
    return new Response(response.body, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...headers },
    })
  }

const FIX_CACHING = /headers of dist\/_headers, and remove its own Cache-Control and Expires/

export const OUTSIDE_FAULTS: OutsideFault[] = [
  {
    name: 'the page of a video is missing',
    says: /^The page of a video returns HTTP 404/,
    fix: /serve \/videos\/\{id\} from videos\.html/,
    answer: on(SITE, /^\/videos\/./, 'no', 404),
  },
  {
    name: 'robots.txt forbids everything',
    says: /^robots\.txt hides the whole site/,
    fix: /publish dist\/ again/,
    answer: on(SITE, /^\/robots\.txt$/, 'User-agent: *\nDisallow: /\n'),
  },
  {
    name: 'the host serves the settings file',
    says: /^Anyone can read \/\.env\.production on the host/,
    fix: /^Delete it on the host, publish only dist\/, and replace every secret/,
    answer: on(SITE, /^\/\.env\.production$/, 'VITE_SITE_URL=https://studio.test\nVIDEO_API_KEY=a key\n'),
  },
  {
    name: 'shared caches keep the prices for a day',
    says: /^Cache-Control lets caches keep pages for 86400 s/,
    fix: FIX_CACHING,
    answer: withHeaders('/pricing', { 'cache-control': 'max-age=0, s-maxage=86400' }),
  },
  {
    name: 'the refund page expires tomorrow',
    says: /^Expires lets caches keep pages for 8\d{4} s/,
    fix: FIX_CACHING,
    answer: withHeaders('/refund-policy', { expires: new Date(Date.now() + 86_400_000).toUTCString() }),
  },
  {
    name: 'no browser keeps the terms',
    says: /^Cache-Control is no-store/,
    fix: FIX_CACHING,
    answer: withHeaders('/terms-of-service', { 'cache-control': 'no-store' }),
  },
  {
    name: 'the host hides the home page from search engines',
    says: /^The header X-Robots-Tag hides pages from search engines: \/\./,
    fix: /^Remove this header at the host/,
    answer: withHeaders('/', { 'x-robots-tag': 'noindex, nofollow' }),
  },
  {
    name: 'the host isolates the page of video effects',
    says: /^The header Cross-Origin-Embedder-Policy keeps videos and images of the project from loading: \/\S+\.$/,
    fix: /^Remove this header at the host/,
    answer: withHeaders('/video-effects', { 'cross-origin-embedder-policy': 'require-corp' }),
  },
  {
    name: 'the Data API returns few rows',
    says: /^The Data API returns at most 50 rows/,
    fix: /^Set "Max rows" to 1000 on https:\/\/supabase\.com\/dashboard\/project\/project\/integrations\/data_api\/settings$/,
    answer: on(
      'https://api.supabase.com',
      /postgrest$/,
      JSON.stringify({ db_schema: 'public, private', max_rows: 50 }),
    ),
  },
  {
    name: 'the Data API exposes the schema private',
    says: /^The Data API exposes the schema private/,
    fix: /^Remove private from "Exposed schemas"/,
    answer: () => undefined,
  },
  {
    name: 'the alert webhook was removed',
    says: /^The alert webhook was removed \(HTTP 404\)/,
    fix: /^Create the webhook again\. Set ALERT_WEBHOOK_URL/,
    answer: (url) => (url.href === SECRETS.ALERT_WEBHOOK_URL ? new Response('no_service', { status: 404 }) : undefined),
  },
]

/** Changes the responses of all these faults. */
export function answerWithAll(url: URL, request: Request, pass: () => Promise<Response>): Promise<Response> {
  return OUTSIDE_FAULTS.reduce(
    (next, { answer }) =>
      async () =>
        (await answer(url, request, next)) ?? next(),
    pass,
  )()
}
