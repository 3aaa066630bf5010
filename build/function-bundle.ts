// npm run build:function: the API as one file, which imports nothing but what Deno has built in. It is what is deployed and what
// tests run: a deploy through Supabase's API uploads no lock file, and what it would resolve need not be what was tested.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'supabase/functions/api/index.ts'
/** Has hashes that take a stream. */
const BUILT_IN = 'node:crypto'
/** Named as the function's entry in supabase/config.toml. */
const FILE = join(ROOT, 'dist-function/index.js')
/** What stands in the code for its version while that is worked out from it. */
const UNVERSIONED = 'version-of-this-bundle'

export interface FunctionBundle {
  code: string
  /** 12 hex digits that tell this code from any other: `/health` of the deployed function answers them. */
  version: string
}

/** Takes some seconds. The same sources and packages make the same bundle. */
export async function bundleFunction(): Promise<FunctionBundle> {
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [
      {
        name: 'soundreel:version',
        transform: (_code, id) =>
          id.endsWith('/functions/api/version.ts') ? `export const VERSION = '${UNVERSIONED}'` : null,
      },
    ],
    // Web standards alone, as Deno has them: no package may choose its code for Node.
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: ENTRY,
      write: false,
      target: 'es2023',
      minify: false,
      rolldownOptions: { external: [BUILT_IN], output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  const [chunk] = output
  if (output.length !== 1 || chunk.imports.some((name) => name !== BUILT_IN)) {
    throw new Error(`The function is not one file: it imports ${chunk.imports}`)
  }
  if (!chunk.code.includes(UNVERSIONED)) throw new Error('The bundle has no version to fill in')
  const version = createHash('sha256').update(chunk.code).digest('hex').slice(0, 12)
  return { code: chunk.code.replaceAll(UNVERSIONED, version), version }
}

export async function writeFunctionBundle(): Promise<FunctionBundle> {
  const bundle = await bundleFunction()
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, bundle.code)
  return bundle
}

if (process.argv[1] === import.meta.filename) {
  const { code, version } = await writeFunctionBundle()
  console.log(`dist-function/index.js: version ${version}, ${Math.round(code.length / 1024)} KB`)
}
