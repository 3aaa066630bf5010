// Simulates the app on a static host, with minimal pages. tests/vite/full/bundle.test.ts runs the doctor on the real
// build.

import { PAGES, sharePattern } from '../../../src/config/paths.ts'
import { provideSecurityHeaders } from '../../../vite/security-headers.ts'

const TYPES: Record<string, string> = { js: 'text/javascript', txt: 'text/plain' }

/**
 * Simulates a static host. It returns pricing.html for /pricing, videos.html for /videos/{id}, and 404.html for missing
 * files, all with these headers.
 * Its handler returns a 404 for every share link.
 */
export function createStaticHost(read: (path: string) => string | undefined, headers: Record<string, string>) {
  return (request: Request): Response => {
    const { pathname } = new URL(request.url)
    const isLink = pathname.startsWith('/s/')
    const body = isLink
      ? read('/s.html')
      : (read(pathname === '/' ? '/index.html' : pathname) ??
        read(/^\/videos\/[\da-f-]{36}$/.test(pathname) ? '/videos.html' : `${pathname}.html`))
    const type = TYPES[pathname.split('.').at(-1) ?? ''] ?? 'text/html'
    return new Response(body ?? read('/404.html') ?? null, {
      status: isLink || body === undefined ? 404 : 200,
      headers: { 'content-type': type, ...headers },
    })
  }
}

export function createSite(settings: Record<string, string>) {
  const getHead = (path: string) =>
    `<title>Studio</title><link rel="canonical" href="${settings.VITE_SITE_URL}${path}"/>`
  const pages = PAGES.map((path) => [`${path}.html`, `${getHead(path)}<div id="root"></div>`])
  const files: Record<string, string> = {
    ...Object.fromEntries(pages),
    '/index.html': `${getHead('/')}<script src="/start.js" data-code="/assets/app-1.js /assets/shell-3.js" defer></script><div id="root"></div>`,
    '/404.html': '<title>Not found</title><div id="root"></div>',
    '/s.html': `<title>Link</title><div id="root" data-page="${sharePattern}"></div>`,
    '/sitemap.xml': `<loc>${settings.VITE_SITE_URL}/</loc><loc>${settings.VITE_SITE_URL}/pricing</loc>`,
    '/robots.txt': `User-agent: *\nAllow: /\nSitemap: ${settings.VITE_SITE_URL}/sitemap.xml\n`,
    '/start.js': 'void 0',
    '/assets/shell-3.js': 'export {}',
    '/assets/app-1.js': 'const later=()=>import("./settings-BxQ3k9Zd.js");',
    '/assets/settings-BxQ3k9Zd.js': `export const settings=${JSON.stringify(settings)};`,
  }
  return createStaticHost((path) => files[path], provideSecurityHeaders(settings))
}
