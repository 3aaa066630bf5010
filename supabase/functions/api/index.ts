// The only file that names Deno. Deployed with verify_jwt = false (see middleware/authenticate.ts).
import { createApi } from './app.ts'

declare const Deno: {
  env: { toObject(): Record<string, string> }
  /** Rejects for a name without such a record. */
  resolveDns(hostname: string, kind: 'A' | 'AAAA'): Promise<string[]>
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}
/** Exists in Supabase's runtime only; a plain Deno keeps running without it. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const env = Deno.env.toObject()
// Supabase reserves the SUPABASE_ prefix and sets the key under one of two names of its own.
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
    network: {
      async resolve(hostname) {
        const kinds = ['A', 'AAAA'] as const
        const found = await Promise.allSettled(kinds.map((kind) => Deno.resolveDns(hostname, kind)))
        return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      },
      isOwn: false,
    },
  },
)

Deno.serve((request) => {
  const url = new URL(request.url)
  // The path arrives without /functions/v1: /functions/v1/api/health as /api/health, .../api/api/credits as /api/api/credits.
  url.pathname = url.pathname.replace(/^\/api(?=\/|$)/, '') || '/'
  return app.fetch(new Request(url, request))
})
