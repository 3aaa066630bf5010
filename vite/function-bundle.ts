// Bundles the API into one file (npm run build:function), so that the deployed code is the tested code. A deployment
// through Supabase's API uploads no lockfile, so it would resolve packages again.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { readWorkflows, WORKFLOWS } from './read-workflows.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'supabase/functions/api/index.ts'
const BUILT_IN = ['node:crypto', 'node:tls']
/** The function's entry in supabase/config.toml. */
const FILE = join(ROOT, 'dist-function/index.js')
/** A placeholder for the version while its hash is computed. */
const UNVERSIONED = 'version-of-this-bundle'

export interface FunctionBundle {
  code: string
  /** The first 12 hex digits of a hash. The deployed function returns this version from GET /health. */
  version: string
}

export async function bundleFunction(): Promise<FunctionBundle> {
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [
      {
        name: 'soundreel:filled-in',
        transform: async (_code, id) => {
          if (id.endsWith('/functions/api/version.ts')) return `export const VERSION = '${UNVERSIONED}'`
          if (!id.endsWith('/functions/api/catalogue/workflows.ts')) return null
          return `export const WORKFLOWS = ${JSON.stringify(await readWorkflows(WORKFLOWS))}`
        },
      },
    ],
    // Prevents packages from choosing their code for Node.
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: ENTRY,
      write: false,
      target: 'es2023',
      minify: false,
      rolldownOptions: { external: BUILT_IN, output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  const [chunk] = output
  if (output.length !== 1 || chunk.imports.some((name) => !BUILT_IN.includes(name))) {
    throw new Error(`The function is not one file: it imports ${chunk.imports}`)
  }
  if (!chunk.code.includes(UNVERSIONED)) throw new Error('The bundle has no placeholder for its version')
  const version = createHash('sha256').update(chunk.code).digest('hex').slice(0, 12)
  return { code: chunk.code.replaceAll(UNVERSIONED, version), version }
}

export async function writeFunctionBundle({ code }: FunctionBundle): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, code)
}

if (process.argv[1] === import.meta.filename) {
  const bundle = await bundleFunction()
  await writeFunctionBundle(bundle)
  console.log(`dist-function/index.js: version ${bundle.version}, ${Math.round(bundle.code.length / 1024)} KB`)
}
