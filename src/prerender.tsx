// Renders pages to HTML for vite/prerender.ts, so that their text needs no script. It isn't part of the browser's
// bundle.
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { loadGoogle, Providers } from '@/app/providers'
import { getPageCode, loadPage, Pages } from '@/app/router'
import { buildHeadTags, type Meta } from '@/components/head-tags'
import { MetaSinkContext } from '@/components/page-meta'
import { env } from '@/config/env'
import { PAGES, PARAMETER_PAGES, paths, REDIRECTS, TOOL_PAGES } from '@/config/paths'
import { createServices } from '@/lib/services'

interface RenderedPage {
  path: string
  /** The name of the page's file in app/routes. */
  code: string
  head: string
  /** The content of #root. Empty for a page that renders only in the browser. */
  body: string
  isListed: boolean
  lang: string
}

export async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = []
  for (const path of PAGES) {
    const page = await renderPage(path)
    pages.push(TOOL_PAGES.includes(path) ? { ...page, body: '' } : page)
  }
  // The file of `/videos` also serves `/videos/{id}`.
  const own = PARAMETER_PAGES.filter(
    (path) => !PAGES.some((page) => path.startsWith(`${page}/`) && page !== paths.home),
  )
  for (const path of own) {
    const page = await renderPage(path)
    // One file serves many addresses, and React doesn't correct an attribute during hydration.
    pages.push({ ...page, body: page.body.replaceAll(`href="${path}#`, 'href="#') })
  }
  // Static hosts serve this file for unknown addresses.
  pages.push({ ...(await renderPage('/404')), body: '' })
  // Redirects run in the browser, so their file has the target's head.
  for (const { from, to } of REDIRECTS) {
    const target = pages.find(({ path }) => path === to)
    if (target) pages.push({ ...target, path: from, body: '', isListed: false })
  }
  return pages
}

async function renderPage(path: string): Promise<RenderedPage> {
  await loadPage(path, true)
  const google = await loadGoogle()
  let meta: Meta | null = null
  const { prelude } = await prerender(
    <StrictMode>
      <MetaSinkContext value={(said) => (meta = said)}>
        <Providers services={createServices(env)} isLoginPopup={false} google={google}>
          <StaticRouter location={path}>
            <Pages />
          </StaticRouter>
        </Providers>
      </MetaSinkContext>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const body = await new Response(prelude).text()
  return createPage(path, body, meta)
}

function createPage(path: string, body: string, meta: Meta | null): RenderedPage {
  if (!meta) throw new Error(`${path} has no PageMeta, so its head would be empty`)
  return {
    path,
    code: getPageCode(path),
    head: renderHead(meta),
    body,
    isListed: !meta.noindex,
    lang: meta.lang ?? 'en',
  }
}

function renderHead(meta: Meta): string {
  const elements = buildHeadTags(meta).map(({ tag: Tag, key: [name, value], attributes, text }) =>
    // React would escape the quotes of the JSON. buildHeadTags has already escaped it.
    text === undefined
      ? renderToStaticMarkup(<Tag {...{ [name]: value }} {...attributes} />)
      : `<${Tag} ${name}="${value}">${text}</${Tag}>`,
  )
  // The page preloads the poster, because browsers give a video's poster a low priority.
  const { firstImage } = meta
  if (firstImage)
    elements.push(renderToStaticMarkup(<link rel="preload" as="image" href={firstImage} fetchPriority="high" />))
  return [renderToStaticMarkup(<title>{meta.title}</title>), ...elements].join('\n    ')
}
