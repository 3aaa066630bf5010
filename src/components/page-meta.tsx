import { createContext, use, useLayoutEffect } from 'react'
import { setPageTitle } from '@/lib/browser/page-title'
import { buildHeadTags, type HeadTag, type Meta } from './head-tags'

/** Receives the metadata during prerendering, when there is no document. */
export const MetaSinkContext = createContext<((meta: Meta) => void) | null>(null)

/** Sets the page's title and tags, and restores the previous values on unmount. */
export function PageMeta(meta: Meta) {
  use(MetaSinkContext)?.(meta)

  useLayoutEffect(() => {
    return setPageTitle(meta.title)
  }, [meta.title])

  const tags = JSON.stringify(buildHeadTags(meta))
  useLayoutEffect(() => {
    const undo = (JSON.parse(tags) as HeadTag[]).map(setHeadTag)
    return () => {
      for (const putBack of undo.reverse()) putBack()
      // Structured data belongs to the prerendered file only.
      document.head.querySelector('script[type="application/ld+json"]')?.remove()
    }
  }, [tags])

  return null
}

/** Sets a tag in the head. Returns a function that undoes the change. */
function setHeadTag({ tag, key: [name, value], attributes, text }: HeadTag): () => void {
  const found = document.head.querySelector(`${tag}[${name}="${value}"]`)
  const element = found ?? document.head.appendChild(document.createElement(tag))
  const before = Object.keys(attributes).map((attribute) => [attribute, element.getAttribute(attribute)] as const)
  const textBefore = element.textContent
  element.setAttribute(name, value)
  for (const [attribute, content] of Object.entries(attributes)) element.setAttribute(attribute, content)
  if (text !== undefined) element.textContent = text
  return () => {
    if (!found) element.remove()
    else {
      for (const [attribute, content] of before) if (content !== null) element.setAttribute(attribute, content)
      if (text !== undefined) element.textContent = textBefore
    }
  }
}
