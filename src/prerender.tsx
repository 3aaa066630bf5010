// Pages as files, made by vite/prerender.ts, so that their text needs no script. Not part of the bundle.
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
  /** The page's file in app/routes. */
  code: string
  head: string
  /** The content of #root. Empty for a shell. */
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
  // `/videos/{id}` comes with the file of `/videos`.
  const own = PARAMETER_PAGES.filter(
    (path) => !PAGES.some((page) => path.startsWith(`${page}/`) && page !== paths.home),
  )
  for (const path of own) {
    const page = await renderPage(path)
    // The file stands for many addresses, and React leaves an attribute as it finds it.
    pages.push({ ...page, body: page.body.replaceAll(`href="${path}#`, 'href="#') })
  }
  // Static hosts answer unknown addresses with this file.
  pages.push({ ...(await renderPage('/404')), body: '' })
  // A redirect by script: its file is that of the target.
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
    // React would escape the quotes of a data block; buildHeadTags has made it safe.
    text === undefined
      ? renderToStaticMarkup(<Tag {...{ [name]: value }} {...attributes} />)
      : `<${Tag} ${name}="${value}">${text}</${Tag}>`,
  )
  // Preloaded, because browsers give a video's poster a low priority.
  const { firstImage } = meta
  if (firstImage)
    elements.push(renderToStaticMarkup(<link rel="preload" as="image" href={firstImage} fetchPriority="high" />))
  return [renderToStaticMarkup(<title>{meta.title}</title>), ...elements].join('\n    ')
}
