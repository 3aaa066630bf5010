// Renders every page after the build and writes it to dist/, with a sitemap and robots.txt. Hosts serve `/pricing` from
// `pricing.html`, and unknown addresses from `404.html`.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, minifySync, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { provideBuiltInModels } from './built-in-models.ts'

const ENTRY = 'src/prerender.tsx'
const START = 'start.js'
const ROOT = '<div id="root"></div>'

interface RenderedPage {
  path: string
  code: string
  head: string
  body: string
  isListed: boolean
  lang: string
}

/** Writes the prerendered pages. Without `siteUrl`, there is no sitemap, because its addresses must be absolute. */
export function prerender(siteUrl: string | undefined): Plugin {
  let config: ResolvedConfig
  return {
    name: 'soundreel:prerender',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle({ dir }, bundle) {
      const folder = dir ?? resolve(config.root, config.build.outDir)
      const write = (name: string, text: string) => writeFile(join(folder, name), text)
      const template = await readFile(join(folder, 'index.html'), 'utf8')
      const pages = await renderPages(config)
      for (const page of pages) {
        await write(getFile(page.path), fill(template, page, getCode(bundle, page.code)))
      }
      // Vite copies the files of public/ unchanged, so minify this one here.
      const start = minifySync(START, await readFile(join(folder, START), 'utf8'))
      if (start.errors.length > 0) throw new Error(`public/${START}: ${start.errors.map(String).join(', ')}`)
      await write(START, start.code)
      const site = siteUrl?.replace(/\/+$/, '')
      await write('robots.txt', buildRobots(site))
      if (site) await write('sitemap.xml', buildSitemap(site, pages))
    },
  }
}

async function renderPages({ root, mode, define, resolve: { alias } }: ResolvedConfig): Promise<RenderedPage[]> {
  // This folder is inside the project, so that external packages can be resolved.
  const outDir = join(root, 'node_modules', `.prerender-${process.pid}`)
  try {
    await build({
      configFile: false,
      root,
      mode,
      define: define ?? {},
      resolve: { alias },
      logLevel: 'error',
      plugins: [provideBuiltInModels(), react()],
      build: { ssr: ENTRY, outDir, emptyOutDir: true, copyPublicDir: false, target: 'node22' },
    })
    const module: { renderPages(): Promise<RenderedPage[]> } = await import(
      pathToFileURL(join(outDir, 'prerender.js')).href
    )
    return await module.renderPages()
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

function getFile(path: string): string {
  return `${path.split('/')[1] || 'index'}.html`
}

/** Returns the page's scripts, to preload them with the first chunk. Throws if the bundle has no such page. */
function getCode(bundle: Rolldown.OutputBundle, name: string): string[] {
  const entry = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/src/app/routes/${name}.tsx`),
  )
  if (!entry) throw new Error(`The bundle has no chunk for src/app/routes/${name}.tsx`)
  const found = new Set<string>()
  const collect = (fileName: string) => {
    const file = bundle[fileName]
    if (file?.type !== 'chunk' || found.has(fileName)) return
    found.add(fileName)
    for (const imported of file.imports) collect(imported)
  }
  collect(entry.fileName)
  return [...found]
}

/**
 * Returns the filled template. Throws for an unexpected template, and for a page with an inline script, which the
 * policy blocks. Also throws for a page with a `<template>`, which needs such a script.
 */
function fill(template: string, { path, head, body, lang }: RenderedPage, code: readonly string[]): string {
  if (!template.includes(ROOT) || !/<title>.*<\/title>/.test(template)) {
    throw new Error(`index.html has no ${ROOT} or no <title> to fill`)
  }
  if (/<(script|template)\b/.test(body)) throw new Error(`The page ${path} contains an inline script or a template`)
  const style = / style="[^"]*"/.exec(body)
  if (style)
    throw new Error(
      `The page ${path} contains a style attribute. Use a class, or set the style in an effect (${style})`,
    )
  const preloads = code
    .filter((file) => !template.includes(file))
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
  // Functions as replacements, because replace() would expand `$` patterns in a page's text.
  const page = template
    .replace('<html lang="en">', lang === 'en' ? '$&' : `<html lang="${lang}">`)
    .replace(/<title>.*<\/title>/, () => head)
    .replace('  </head>', () => `${preloads.join('')}  </head>`)
    .replace(ROOT, () => (body ? `<div id="root" data-page="${path}">${body}</div>` : ROOT))
  return paintFirst(page)
}

/**
 * Makes the browser load the style sheet first. public/start.js, a deferred script, receives the list of code files and
 * requests them when the style sheet has loaded. An earlier request would compete for bandwidth and delay the first
 * paint. start.js inserts elements, so that the page's load event waits for the code.
 */
function paintFirst(page: string): string {
  const STYLE = / *<link rel="stylesheet"[^>]*>\n/
  const CODE =
    / *<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]*)"[^>]*>(?:<\/script>)?\n/g
  const [style = ''] = STYLE.exec(page) ?? []
  const code = Array.from(page.matchAll(CODE), ([, file]) => file)
  return page
    .replace(STYLE, '')
    .replace(CODE, '')
    .replace(/ *<link rel="icon"/, (icon) => style + icon)
    .replace('<script src="/start.js"', (start) => `${start} data-code="${code.join(' ')}"`)
}

function buildRobots(site: string | undefined): string {
  return `User-agent: *\nAllow: /\n${site ? `Sitemap: ${site}/sitemap.xml\n` : ''}`
}

function buildSitemap(site: string, pages: readonly RenderedPage[]): string {
  const urls = pages.filter((page) => page.isListed).map((page) => `  <url><loc>${site}${page.path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
