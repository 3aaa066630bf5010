// Like a static host: an address without a file gets `404.html`.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connect, ResolvedConfig } from 'vite'

/** Goes after Vite's file server, which has mapped `/pricing` to `/pricing.html` by then. */
export function notFound({ build, preview }: ResolvedConfig): Connect.NextHandleFunction {
  return async (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const isPage = pathname.endsWith('.html') && existsSync(join(build.outDir, pathname))
    if (isPage || !['GET', 'HEAD'].includes(request.method ?? '')) {
      next()
      return
    }
    const page = await readFile(join(build.outDir, '404.html'))
    response.writeHead(404, { ...preview.headers, 'content-type': 'text/html; charset=utf-8' })
    response.end(request.method === 'HEAD' ? undefined : page)
  }
}
