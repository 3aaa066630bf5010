import type { Plugin } from 'vite'

const FILE = 'manifest.webmanifest'

/**
 * Writes the web app manifest. Safari on iPhone and iPad receives notifications only in an app on the Home Screen, and
 * the manifest makes one of the site.
 */
export function writeWebManifest(env: Record<string, string | undefined>): Plugin {
  return {
    name: 'soundreel:web-manifest',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${FILE}` }, injectTo: 'head' }],
    generateBundle() {
      const manifest = {
        name: env.VITE_SITE_NAME || 'Soundreel',
        id: '/',
        start_url: '/create-video',
        display: 'standalone',
        background_color: '#07090f',
        theme_color: '#07090f',
        icons: [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
        ],
      }
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(manifest) })
    },
  }
}
