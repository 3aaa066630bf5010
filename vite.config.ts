import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { provideBuiltInModels } from './vite/built-in-models.ts'
import { checkSettings } from './vite/check-settings.ts'
import { provideContractShapes } from './vite/contract-shapes.ts'
import { writeDevelopersPage } from './vite/developers/developers.ts'
import { writeLicensesFile } from './vite/licenses/licenses.ts'
import { drawPlainIcons } from './vite/plain-icons.ts'
import { prerender } from './vite/prerender.ts'
import { provideProductionRouter } from './vite/router-in-production.ts'
import { writeHeadersFiles } from './vite/security-headers.ts'
import { writeShareHandlers } from './vite/share-handler/emit.ts'
import { provideClassSheet } from './vite/styles/class-sheet.ts'
import { removeUnusedParts } from './vite/unused-parts.ts'

/** One file for what every page needs compresses better than forty. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//, priority: 2 },
  {
    // Without main.tsx, whose await would hold up every page that imports the chunk.
    name: 'shell',
    tags: ['$initial' as const],
    test: (id: string) => !/(index\.html|src\/main\.tsx)$/.test(id),
    priority: 1,
  },
  {
    name: 'footage',
    test: /src\/components\/(footage\/use-playback|hooks\/use-(media-query|in-view|hydrated))\.ts|icons\/(pause|play|volume-)/,
  },
  { name: 'plans', test: /src\/(config\/plans|features\/pricing\/count-videos)/ },
  // Apart from the jobs: home and legal pages name prices, and the page of a shared video reads its own answers.
  {
    name: 'models',
    test: /virtual:models|src\/config\/models|src\/lib\/(format-credits|http\/read-answer)|contract\/fields/,
    priority: 1,
  },
  // Apart from the jobs: other pages draw it too. With small parts that most pages have.
  {
    name: 'waveform',
    test: /src\/(components\/(tracks\/waveform|control-class)|state\/use-remote)|icons\/plus\./,
    priority: 1,
  },
  // What the library shows to everybody: its parts that come later have it too.
  {
    name: 'library',
    test: /src\/(features\/library\/entrance\/library-(?!entrance)|components\/hooks\/use-now|app\/routes\/use-kept-focus)/,
  },
  // What the generator's page shares with the library's own pages.
  {
    name: 'videos-frame',
    test: /src\/(features\/library\/(library|use-library-state)\.ts|app\/library\/use-form-uses)/,
  },
  {
    name: 'jobs',
    test: /src\/(state\/(jobs|credits|capabilities)|features\/generator\/job-activity|components\/(job-picture\/blank|toast\/use-toast|tracks\/take-tracks)|lib\/(job-status|estimate|shorten-text|http\/web-address|browser\/kept-files))/,
  },
  // What the form and the panel share with their parts that come later.
  {
    name: 'generator',
    test: /src\/features\/generator\/(form\/(choice-field|image\/)|image\/(?!image-worker|prepare-image|image-header)|inputs\/(?!phrases|place-phrase)[^/]*$|stage\/stage-notice|clicks|help-class|use-is-direct)/,
  },
  // What several pages of a signed-in user share.
  { name: 'avatar', test: /src\/components\/(avatar|statement\/use-statement)|icons\/clapperboard\./ },
  // What a job shows in the panel and in the library. Neither needs it before there is one.
  {
    name: 'shown-jobs',
    test: /src\/(features\/generator\/stage\/progress-note|components\/(cancel-job|job-picture\/(job|grain)|player\/(kept-sound|use-download))|lib\/(video\/kept-peaks|browser\/(download-video|save-file)))|icons\/download/,
  },
]

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, process.cwd())
  const licenses = writeLicensesFile()
  return {
    plugins: [
      checkSettings(env),
      provideProductionRouter(),
      removeUnusedParts(),
      drawPlainIcons(),
      provideBuiltInModels(),
      provideContractShapes(),
      react(),
      tailwindcss(),
      provideClassSheet(),
      writeHeadersFiles(env),
      licenses.app,
      prerender(env.VITE_SITE_URL),
      writeShareHandlers(env),
      writeDevelopersPage(env),
    ],
    worker: { plugins: () => [licenses.worker] },
    resolve: {
      alias: {
        '@contract': fileURLToPath(new URL('./supabase/functions/_shared/contract', import.meta.url)),
        '@': fileURLToPath(new URL('./src', import.meta.url)),
      },
    },
    // Small assets as data: URIs would need data: in the content security policy.
    build: {
      assetsInlineLimit: 0,
      target: 'es2023',
      modulePreload: { polyfill: false },
      // Schemas of the contract name each other by `.parse`. Reading it does nothing, so those that no page reads can go.
      rolldownOptions: {
        output: { codeSplitting: { groups: CHUNKS } },
        treeshake: { propertyReadSideEffects: false },
        // On a slow computer, `npm start` would print which plugins took the time.
        checks: { bundlerTimings: false },
      },
    },
  }
})
