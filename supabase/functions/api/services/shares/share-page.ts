// Adds a video's preview tags to the share page (`s.html` of the build). Scripts on the page do the rest. The hosts'
// edge functions (vite/share-handler/) and the API share this code, which therefore uses no runtime API.

import { DRAWN_AS, MADE_BY, type SharedVideo } from '../../../_shared/contract/shares.ts'

/** `missing`: the link is invalid. Null: the API didn't respond, and the page keeps its generic tags. */
export type SharedCard = SharedVideo | 'missing' | null

export interface SharePageLocation {
  token: string
  /** The site's URL, without a trailing slash. */
  siteUrl: string
  /** The API's URL, without a trailing slash. */
  apiUrl: string
}

interface SharePage {
  status: 200 | 404
  html: string
}

const MAX_DESCRIPTION_CHARACTERS = 200
/** Control characters, and characters that would reverse the text around them. */
const INVISIBLE = /[\p{Cc}\p{Bidi_C}]+/gu

type Tag = readonly [attribute: 'name' | 'property', name: string, content: string]

/** The site's preview image. src/components/head-tags.ts has the same. */
const DEFAULT_IMAGE = '/images/og.jpg'

/** Returns the page and its status, with all video data escaped. */
export function fillSharePage(file: string, card: SharedCard, place: SharePageLocation): SharePage {
  const shell = addImage(file, place)
  if (card === null) return { status: 200, html: shell }
  if (card === 'missing') return { status: 404, html: setTitle(shell, 'Video not found') }
  const address = `${place.siteUrl}/s/${place.token}`
  const media = `${place.apiUrl}/api/shared/${place.token}`
  const title = clean(card.title)
  const origin = `${card.mark === 'algorithm' ? DRAWN_AS : MADE_BY} ${card.modelName}`
  const description = card.prompt === null ? `${origin}.` : `${origin}: ${card.prompt}`
  const tags: Tag[] = [
    ['name', 'description', shorten(clean(description))],
    ['property', 'og:description', shorten(clean(description))],
    ['property', 'og:type', 'video.other'],
    ['property', 'og:url', address],
    ...(title ? [['property', 'og:title', title] as const] : []),
    ...(card.poster ? listPosterTags(`${media}/poster`, card.poster, title) : []),
    ...(card.videoUrl ? listVideoTags(`${media}/video`, card.poster) : []),
  ]
  const described = tags.reduce(setTag, title ? setTitle(shell, title) : shell)
  const canonical = described.replace(
    /<link rel="canonical"[^>]*>/,
    () => `<link rel="canonical" href="${escapeText(address)}"/>`,
  )
  const shown = card.poster ? showPoster(canonical, card.poster) : canonical
  return { status: 200, html: card.isIndexed ? shown.replace(createTagPattern('name', 'robots'), '') : shown }
}

/** Adds the site's preview image, which a build without VITE_SITE_URL leaves out. */
function addImage(shell: string, { siteUrl }: SharePageLocation): string {
  if (createTagPattern('property', 'og:image').test(shell)) return shell
  return setTag(shell, ['property', 'og:image', siteUrl + DEFAULT_IMAGE])
}

/** Inserts the poster into the HTML, so that the browser paints it before a script runs. */
function showPoster(html: string, { url, width, height }: Size & { url: string }): string {
  return html.replace(
    /<[^>]* data-poster="([^"]*)"[^>]*>/,
    (place, classes) =>
      `${place}<img class="${classes}" src="${escapeText(url)}" alt="" width="${width}" height="${height}" fetchpriority="high"/>`,
  )
}

type Size = { width: number; height: number }

function listPosterTags(address: string, { width, height }: Size, title: string): Tag[] {
  return [
    ['property', 'og:image', address],
    ['property', 'og:image:type', 'image/webp'],
    ['property', 'og:image:width', String(width)],
    ['property', 'og:image:height', String(height)],
    ['property', 'og:image:alt', title || 'A frame of the video'],
  ]
}

function listVideoTags(address: string, size: Size | null): Tag[] {
  return [
    ['property', 'og:video', address],
    ['property', 'og:video:type', 'video/mp4'],
    ...(size
      ? ([
          ['property', 'og:video:width', String(size.width)],
          ['property', 'og:video:height', String(size.height)],
        ] as const)
      : []),
  ]
}

function setTitle(html: string, title: string): string {
  return html.replace(/<title>.*?<\/title>/s, () => `<title>${escapeText(title)}</title>`)
}

/** Replaces a tag in the head, or adds it. */
function setTag(html: string, [attribute, name, content]: Tag): string {
  const tag = `<meta ${attribute}="${name}" content="${escapeText(content)}"/>`
  const pattern = createTagPattern(attribute, name)
  return pattern.test(html) ? html.replace(pattern, () => tag) : html.replace('</head>', () => `  ${tag}\n  </head>`)
}

function createTagPattern(attribute: string, name: string): RegExp {
  return new RegExp(`<meta ${attribute}="${name}"[^>]*>`)
}

function clean(text: string): string {
  return text.replace(INVISIBLE, ' ').trim()
}

function shorten(text: string): string {
  const letters = Array.from(text)
  const isShort = letters.length <= MAX_DESCRIPTION_CHARACTERS
  return isShort ? text : `${letters.slice(0, MAX_DESCRIPTION_CHARACTERS - 1).join('')}…`
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
