// What a static host does with an address that is no file: answers it with `404.html`, and says so.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connect, ResolvedConfig } from 'vite'

/** Stands behind Vite's file server, which has by then named the file of a page (`/pricing` is `/pricing.html`). */
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
