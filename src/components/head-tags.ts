// What a page says of itself to browsers, search engines and link previews: the same tags whether the page is shown in a
// browser (PageMeta sets them) or written to a file at build time (build/prerender.ts writes them).
import { env } from '@/config/env'

/** What a page says of itself. */
export interface Meta {
  /** The whole title; most pages end theirs with the site's name (config/site-title.ts). */
  title: string
  /** The path of the canonical address. */
  path: string
  /** One sentence for search results and link previews. */
  description?: string | undefined
  /** Path of the picture of link previews, 1200 x 630. */
  image?: string | undefined
  /** Address of the largest picture of the first screen, where that is a video's poster; for the page's file alone. */
  firstPicture?: string | undefined
  /** Keeps search engines from listing the page. */
  noindex?: boolean | undefined
  /** schema.org objects without `@context`. Only what is true and seen on the page. */
  structuredData?: readonly StructuredData[] | undefined
}

export type StructuredData = { '@type': string } & Record<string, unknown>

export interface HeadTag {
  tag: 'meta' | 'link' | 'script'
  /** The attribute that tells this tag from its like, and the rest of them. */
  key: readonly [name: string, value: string]
  attributes: Readonly<Record<string, string>>
  text?: string
}

const DEFAULT_DESCRIPTION = 'Turn a prompt or a picture into a short video with its sound, made in one take.'
const DEFAULT_IMAGE = '/images/og.jpg'
/** What media/og.ts draws. */
const DEFAULT_IMAGE_ALT = 'The reel of a tape machine at dusk'

/** The tags of a page's head, its title aside. */
export function headTags({ title, path, description, image, noindex, structuredData }: Meta): HeadTag[] {
  const address = env.siteUrl + path
  const about = description ?? DEFAULT_DESCRIPTION
  return [
    named('name', 'description', about),
    { tag: 'link', key: ['rel', 'canonical'], attributes: { href: address } },
    named('property', 'og:site_name', env.siteName),
    named('property', 'og:type', 'website'),
    named('property', 'og:title', title),
    named('property', 'og:description', about),
    named('property', 'og:url', address),
    named('property', 'og:image', env.siteUrl + (image ?? DEFAULT_IMAGE)),
    named('property', 'og:image:alt', image ? title : DEFAULT_IMAGE_ALT),
    named('name', 'twitter:card', 'summary_large_image'),
    ...(noindex ? [named('name', 'robots', 'noindex')] : []),
    ...(structuredData?.length ? [dataBlock(structuredData)] : []),
  ]
}

function named(attribute: 'name' | 'property', name: string, content: string): HeadTag {
  return { tag: 'meta', key: [attribute, name], attributes: { content } }
}

/** A data block is not a script to the content security policy: nothing in it runs. */
function dataBlock(items: readonly StructuredData[]): HeadTag {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': items })
  // Nothing in a text may end the element it stands in.
  return { tag: 'script', key: ['type', 'application/ld+json'], attributes: {}, text: text.replaceAll('<', '\\u003c') }
}
