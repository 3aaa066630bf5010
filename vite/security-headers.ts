import type { Plugin } from 'vite'
import { GOOGLE_AVATARS } from '../src/config/avatars.ts'

/** The origin of the gallery's posts. The page also checks whether this origin responds. */
const POSTS = 'https://platform.twitter.com'
/** The origin of the provider's finished videos. */
const PROVIDER_FILES = 'https://videocdn.pollo.ai'
const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'

/** Returns the security headers. `env`: VITE_* settings. */
export function provideSecurityHeaders(env: Record<string, string | undefined>): Record<string, string> {
  const supabase = getOrigin(env.VITE_SUPABASE_URL)
  const google = Boolean(env.VITE_GOOGLE_CLIENT_ID)
  const apis = [
    supabase,
    getOrigin(env.VITE_API_URL),
    getOrigin(env.VITE_VIDEO_API_URL),
    getOrigin(env.VITE_IP_LOOKUP_URL) ?? 'https://api.ipify.org',
  ]
  const policy: Record<string, (string | null | false)[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", google && GOOGLE_SCRIPT],
    'worker-src': ["'self'"],
    'style-src': ["'self'", google && 'https://accounts.google.com/gsi/style'],
    'img-src': ["'self'", 'data:', 'blob:', supabase, getOrigin(env.VITE_AVATAR_URL || GOOGLE_AVATARS)],
    'media-src': ["'self'", 'blob:', supabase, PROVIDER_FILES],
    'connect-src': [
      "'self'",
      ...apis,
      supabase?.replace(/^http/, 'ws') ?? null,
      PROVIDER_FILES,
      POSTS,
      google && 'https://accounts.google.com/gsi/',
    ],
    'frame-src': [POSTS, 'https://syndication.twitter.com', google && 'https://accounts.google.com/gsi/'],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
  }
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${[...new Set(sources.filter(Boolean))].join(' ')}`)
      .join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'Strict-Transport-Security': 'max-age=31536000',
  }
}

/** Writes one file per static host. GitHub Pages can't set headers. */
export function writeHeadersFiles(env: Record<string, string | undefined>): Plugin {
  const headers = provideSecurityHeaders(env)
  return {
    name: 'soundreel:headers-files',
    apply: 'build',
    generateBundle() {
      for (const [fileName, write] of Object.entries(HEADERS_FILES)) {
        this.emitFile({ type: 'asset', fileName, source: write(Object.entries(headers)) })
      }
    },
  }
}

/** The cache header for /assets/, whose file names contain a content hash. */
const CACHE_ASSETS = 'public, max-age=31536000, immutable'

/** The service worker. An old one must not be served again by a host's cache. */
const PUSH_WORKER = '/push-worker.js'

const HEADERS_FILES: Record<string, (headers: [name: string, value: string][]) => string> = {
  // Netlify and Cloudflare Pages read this file.
  _headers: (headers) =>
    `/*\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}\n/assets/*\n  Cache-Control: ${CACHE_ASSETS}\n\n${PUSH_WORKER}\n  Cache-Control: no-cache\n`,
  'vercel.json': (headers) =>
    `${JSON.stringify(
      {
        cleanUrls: true,
        // Redirects `/pricing/` to `/pricing`, as on the other hosts.
        trailingSlash: false,
        rewrites: [
          { source: '/s/:token', destination: '/api/share' },
          { source: '/S/:token', destination: '/api/share' },
          // Vercel serves existing files first, so the sample clips in this folder still load.
          { source: '/videos/:id', destination: '/videos' },
        ],
        headers: [
          { source: '/(.*)', headers: headers.map(([key, value]) => ({ key, value })) },
          { source: '/assets/(.*)', headers: [{ key: 'Cache-Control', value: CACHE_ASSETS }] },
          { source: PUSH_WORKER, headers: [{ key: 'Cache-Control', value: 'no-cache' }] },
        ],
      },
      null,
      2,
    )}\n`,
  // A server block includes this file (docs/hosts.md). `always`: also for error responses.
  'nginx-headers.conf': (headers) => headers.map(([name, value]) => `add_header ${name} "${value}" always;\n`).join(''),
}

function getOrigin(address: string | undefined): string | null {
  return address ? (URL.parse(address)?.origin ?? null) : null
}
