// Builds the tags of a page's head. PageMeta sets them in the browser, and vite/prerender.ts writes them to the page's
// file.
import { env } from '@/config/env'

export interface Meta {
  title: string
  /** The path of the canonical address. */
  path: string
  description?: string | undefined
  /** The path of the image for link previews, 1200 x 630 pixels. */
  image?: string | undefined
  /** The path of the first screen's largest image, if it is a video's poster. Only the prerendered file preloads it. */
  firstImage?: string | undefined
  noindex?: boolean | undefined
  /** The language of the prerendered file. Default: English. */
  lang?: string | undefined
  /** schema.org objects without `@context`. Describe only content that the page shows. */
  structuredData?: readonly StructuredData[] | undefined
}

export type StructuredData = { '@type': string } & Record<string, unknown>

export interface HeadTag {
  tag: 'meta' | 'link' | 'script'
  /** The attribute that identifies this tag. */
  key: readonly [name: string, value: string]
  attributes: Readonly<Record<string, string>>
  text?: string
}

const DEFAULT_DESCRIPTION = 'Turn a prompt or an image into a short video with sound.'
const DEFAULT_IMAGE = '/images/og.jpg'
/** The alt text of the default image, which tools/media/og.ts draws. */
const DEFAULT_IMAGE_ALT = 'A tape reel at dusk'

export function buildHeadTags({ title, path, description, image, noindex, structuredData }: Meta): HeadTag[] {
  const address = env.siteUrl + path
  const about = description ?? DEFAULT_DESCRIPTION
  return [
    createMetaTag('name', 'description', about),
    { tag: 'link', key: ['rel', 'canonical'], attributes: { href: address } },
    createMetaTag('property', 'og:site_name', env.siteName),
    createMetaTag('property', 'og:type', 'website'),
    createMetaTag('property', 'og:title', title),
    createMetaTag('property', 'og:description', about),
    ...listAddressTags(address, image, title),
    createMetaTag('name', 'twitter:card', 'summary_large_image'),
    ...(noindex ? [createMetaTag('name', 'robots', 'noindex')] : []),
    ...(structuredData?.length ? [createDataBlock(structuredData)] : []),
  ]
}

/** Returns no tags in a build without VITE_SITE_URL: other sites can't use an address that isn't absolute. */
function listAddressTags(address: string, image: string | undefined, title: string): HeadTag[] {
  if (env.siteUrl === '') return []
  return [
    createMetaTag('property', 'og:url', address),
    createMetaTag('property', 'og:image', env.siteUrl + (image ?? DEFAULT_IMAGE)),
    createMetaTag('property', 'og:image:alt', image ? title : DEFAULT_IMAGE_ALT),
  ]
}

function createMetaTag(attribute: 'name' | 'property', name: string, content: string): HeadTag {
  return { tag: 'meta', key: [attribute, name], attributes: { content } }
}

/** Returns a JSON-LD script element. The content security policy allows it, because it contains data only. */
function createDataBlock(items: readonly StructuredData[]): HeadTag {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': items })
  // Escape `<`, so that a text can't close the element.
  return { tag: 'script', key: ['type', 'application/ld+json'], attributes: {}, text: text.replaceAll('<', '\\u003c') }
}
