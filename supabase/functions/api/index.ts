// The Edge Function's entry: the only file that names Deno and its platform. Deployed with verify_jwt = false (see middleware/authenticate.ts).
import { createApi } from './app.ts'

declare const Deno: {
  env: { toObject(): Record<string, string> }
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}
/** Supabase's own runtime has it; a plain Deno has not, and does not end by itself. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const env = Deno.env.toObject()
// Supabase reserves the SUPABASE_ prefix and hands the key over under one of two names of its own.
const keys: { default?: string } = JSON.parse(env.SUPABASE_SECRET_KEYS ?? '{}')
const app = createApi(
  {
    ...env,
    SUPABASE_SECRET_KEY: env.SUPABASE_SECRET_KEY ?? keys.default ?? env.SUPABASE_SERVICE_ROLE_KEY,
  },
  {
    background: (work) => {
      if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work)
    },
  },
)

Deno.serve((request) => {
  const url = new URL(request.url)
  // https://<ref>.supabase.co/functions/v1/api/health arrives as /api/health, and /functions/v1/api/api/credits as /api/api/credits.
  url.pathname = url.pathname.replace(/^\/api(?=\/|$)/, '') || '/'
  return app.fetch(new Request(url, request))
})
