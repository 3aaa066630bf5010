import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { provideBuiltInModels } from './vite/built-in-models.ts'
import { checkSettings } from './vite/check-settings.ts'
import { provideContractShapes } from './vite/contract-shapes.ts'
import { writeDevelopersPage } from './vite/developers/developers.ts'
import { writeLicensesFile } from './vite/licenses/licenses.ts'
import { prerender } from './vite/prerender.ts'
import { writeHeadersFiles } from './vite/security-headers.ts'
import { writeShareHandlers } from './vite/share-handler/emit.ts'
import { writeWebManifest } from './vite/web-manifest.ts'

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Code in one file. One large file compresses better than 40 small ones. The first two are what every page needs. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//, priority: 1 },
  {
    // main.tsx isn't included, because its top-level await would delay every page that imports the chunk.
    name: 'shell',
    tags: ['$initial' as const],
    test: (id: string) => !/(index\.html|src\/main\.tsx)$/.test(id),
  },
  // The generator and the cast share these modules, which read an image. Each would otherwise be a file.
  { name: 'image', test: /\/(prepare-in-worker|image-faults|read-data-uri|use-object-url)\.ts$/ },
]

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, process.cwd())
  const licenses = writeLicensesFile()
  // The app uses none of these packages. Together they add 24 KB for signed-in users, and supabase-js can't exclude
  // them.
  const unused = {
    find: /^@supabase\/(realtime|storage|functions)-js$/,
    replacement: resolvePath('./vite/unused-supabase.ts'),
  }
  return {
    plugins: [
      checkSettings(env),
      provideBuiltInModels(),
      provideContractShapes(),
      react(),
      tailwindcss(),
      writeHeadersFiles(env),
      licenses.app,
      prerender(env.VITE_SITE_URL),
      writeShareHandlers(env),
      writeDevelopersPage(env),
      writeWebManifest(env),
    ],
    worker: { plugins: () => [licenses.worker] },
    resolve: {
      alias: [
        { find: '@contract', replacement: resolvePath('./supabase/functions/_shared/contract') },
        { find: '@', replacement: resolvePath('./src') },
        ...(command === 'build' ? [unused] : []),
      ],
    },
    build: {
      // Small assets as data: URIs would need data: in the content security policy.
      assetsInlineLimit: 0,
      target: 'es2023',
      modulePreload: { polyfill: false },
      // Vite requests the style sheet of a lazy part only once. After a lost connection, the part would have no styles.
      cssCodeSplit: false,
      rolldownOptions: {
        // Reads only the icons in use of 2,000. A build takes a tenth less processor time.
        experimental: { lazyBarrel: true },
        // Every page lists the files of all pages, so a shorter hash makes each page smaller.
        output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: 'assets/[name]-[hash:7].js' },
        // The contract's schemas refer to each other by `.parse`. Reading this property has no effect, so unused
        // schemas can be removed.
        treeshake: { propertyReadSideEffects: false },
        // On a slow computer, `npm start` would print the slowest plugins.
        checks: { bundlerTimings: false },
      },
    },
  }
})
