// The Deno entry point, and the only file that uses the Deno global. The function is deployed with `verify_jwt = false`
// (see middleware/authenticate.ts).
import { createApi } from './app.ts'

declare const Deno: {
  env: { toObject(): Record<string, string> }
  /** Rejects if the name has no such record. */
  resolveDns(hostname: string, kind: 'A' | 'AAAA'): Promise<string[]>
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}
/** Only Supabase's runtime has this global. Plain Deno keeps the process running without it. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const env = Deno.env.toObject()
// Supabase reserves the SUPABASE_ prefix, and sets the key under one of two names.
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
  // The path arrives without `/functions/v1`. For example, `/functions/v1/api/health` arrives as `/api/health`.
  url.pathname = url.pathname.replace(/^\/api(?=\/|$)/, '') || '/'
  return app.fetch(new Request(url, request))
})
