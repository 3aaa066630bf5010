// A working link, as the API returns it.
import type { SharedVideo } from '../../supabase/functions/_shared/contract/shares.ts'

export const TOKEN = 'Ab3_efghijklmnopqrst-v'

export const CARD: SharedVideo = {
  title: `Dawn & "dusk" <b>'$&'</b>`,
  prompt: null,
  modelName: 'Veo 3',
  aspectRatio: '16:9',
  durationSeconds: 8,
  hasSound: true,
  mark: 'ai',
  createdOn: '2026-11-20',
  expiresAt: '2026-12-20T00:00:00Z',
  isIndexed: false,
  videoUrl: 'https://files.test/a.mp4?token=1',
  poster: { url: 'https://files.test/a.jpg?token=1', width: 1280, height: 720 },
  peaks: null,
}

export const SHELL = `<!doctype html>
<html lang="en">
  <head>
    <title>A video made with Studio</title>
    <meta name="description" content="Generic"/>
    <link rel="canonical" href="https://studio.test/s"/>
    <meta property="og:site_name" content="Studio"/>
    <meta property="og:type" content="website"/>
    <meta property="og:title" content="A video made with Studio"/>
    <meta property="og:description" content="Generic"/>
    <meta property="og:url" content="https://studio.test/s"/>
    <meta property="og:image" content="https://studio.test/images/og.jpg"/>
    <meta property="og:image:alt" content="A tape reel at dusk"/>
    <meta name="twitter:card" content="summary_large_image"/>
    <meta name="robots" content="noindex"/>
  </head>
  <body><div id="root" data-page="/s/:token"><div data-poster="wide" class="box"></div></div></body>
</html>
`

/** Returns a page's title and the contents of its meta tags, without decoding them. */
export function readTags(html: string): Record<string, string> {
  const tags = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\s*\/>/g)]
  const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''
  return { title, ...Object.fromEntries(tags.map(([, name = '', content = '']) => [name, content])) }
}
