// Writes the handlers of share links next to the pages. Each handler is one file that contains the build's `s.html`.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { provideContractShapes } from '../contract-shapes.ts'
import { readShareSettings } from './read-settings.ts'
import type { ShareSettings } from './share-response.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The handler's output file, for each host. */
const HANDLERS = {
  cloudflare: '_worker.js',
  netlify: 'netlify/edge-functions/share.js',
  vercel: 'api/share.mjs',
}

const NETLIFY = `[build]
  publish = "."

# Files come first: sample clips are below the same folder.
[[redirects]]
  from = "/videos/:id"
  to = "/videos.html"
  status = 200
`

/** Returns `_routes.json`. All other addresses skip the worker, and `_headers` applies to their files. */
async function writeRoutes(folder: string): Promise<string> {
  const clips = await readdir(join(folder, 'videos'), { withFileTypes: true })
  const exclude = clips.map((one) => `/videos/${one.name}${one.isDirectory() ? '/*' : ''}`)
  return `${JSON.stringify({ version: 1, include: ['/s/*', '/S/*', '/videos/*'], exclude })}\n`
}

/**
 * Writes the handlers.
 * @param env VITE_* settings
 */
export function writeShareHandlers(env: Record<string, string | undefined>): Plugin {
  let config: ResolvedConfig
  return {
    name: 'soundreel:share-handlers',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        const folder = dir ?? resolve(config.root, config.build.outDir)
        const settings = await readShareSettings(folder, env)
        const handlers = Object.entries(HANDLERS).map(async ([host, name]) => [
          name,
          await bundleHandler(host, settings),
        ])
        const files = [
          ...(await Promise.all(handlers)),
          ['netlify.toml', NETLIFY],
          ['_routes.json', await writeRoutes(folder)],
        ]
        for (const [name = '', text = ''] of files) {
          await mkdir(dirname(join(folder, name)), { recursive: true })
          await writeFile(join(folder, name), text)
        }
      },
    },
  }
}

async function bundleHandler(host: string, settings: ShareSettings): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [provideContractShapes()],
    resolve: { alias: { '@contract': join(ROOT, 'supabase/functions/_shared/contract'), '@': join(ROOT, 'src') } },
    define: { SHARE_SETTINGS: JSON.stringify(settings) },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(import.meta.dirname, `${host}.ts`),
      write: false,
      target: 'es2023',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  const [chunk] = output
  if (output.length !== 1 || chunk.imports.length > 0) throw new Error(`The handler for ${host} is not one file`)
  return chunk.code
}
