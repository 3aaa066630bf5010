import { useLayoutEffect } from 'react'
import { env } from '@/config/env'

interface PageMetaProps {
  /** The whole title; most pages end theirs with the site's name (config/site-title.ts). */
  title: string
  /** The path of the canonical address. */
  path: string
  /** Keeps search engines from listing the page. */
  noindex?: boolean
}

/** Sets the title, the canonical link and the robots rule of a page, and puts back what was there on leaving it. */
export function PageMeta({ title, path, noindex = false }: PageMetaProps) {
  useLayoutEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])

  useLayoutEffect(() => {
    return setHeadElement('link[rel="canonical"]', 'link', { rel: 'canonical', href: env.siteUrl + path })
  }, [path])

  useLayoutEffect(() => {
    return noindex ? setHeadElement('meta[name="robots"]', 'meta', { name: 'robots', content: 'noindex' }) : undefined
  }, [noindex])

  return null
}

/** Sets the attributes of the one element `selector` finds, or makes it. Returns what undoes it. */
function setHeadElement(selector: string, tag: string, attributes: Record<string, string>): () => void {
  const found = document.head.querySelector(selector)
  const element = found ?? document.head.appendChild(document.createElement(tag))
  const before = Object.keys(attributes).map((name) => [name, element.getAttribute(name)] as const)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return () => {
    if (!found) element.remove()
    else for (const [name, value] of before) if (value !== null) element.setAttribute(name, value)
  }
}
