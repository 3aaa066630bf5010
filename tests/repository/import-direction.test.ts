// @vitest-environment node
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { makeFolder } from '../support/make-folder.ts'

/**
 * Biome's restricted imports enforce the direction of imports. A misspelled rule would accept everything. Therefore
 * each rule is tested on a copy of the tree with a planted violation.
 */
const ROOT = process.cwd()
const BIOME = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')

/** Returns an import from each of these folders. */
function above(...rooms: string[]): string[] {
  return rooms.map((room) => `../${room}/planted.ts`)
}

/** The imports that each folder must not contain. */
const VIOLATIONS: Record<string, string[]> = {
  'src/app': ['../lib/sleep', '@/../local/settings', '@/../supabase/functions/api/app', 'zod'],
  'supabase/functions/_shared/contract': [
    ...above('src', 'supabase', 'local', 'vite', 'tools', 'tests'),
    '@/lib/sleep',
    'node:fs',
  ],
  'src/config': ['@/state/session/use-session', '@/components/button', 'zod'],
  'src/lib': [
    ...['@/state/session/use-session', '@/components/button', '@/features/login/login-page', '@/app/router'],
    '../config/env',
  ],
  'src/state': ['@/features/login/login-page', '@/app/router', 'zod/mini'],
  'src/components': ['@/features/login/login-page', '@/app/router'],
  'src/features/login': [
    '@/features/debug/debug-page',
    '../debug/debug-page',
    '@/app/router',
    '@/../local/settings',
    'zod',
  ],
  'src/features/login/parts': ['@/features/debug/a', '../../debug/a', '@/app/router', 'zod'],
  'src/features/login/parts/deep': ['../../../debug/a', '@/app/router', 'zod'],
  'supabase/functions/api': [...above('src', 'local', 'vite', 'tools', 'tests'), 'node:fs'],
  vite: above('src/state', 'local', 'tools', 'tests'),
  local: above('src', 'tools', 'tests', 'supabase/functions/_shared'),
  'local/video-service': ['../renderer/clip.ts', '../../supabase/functions/api/errors.ts'],
  'local/renderer': ['../video-service/faults.ts', ...above('vite', 'supabase')],
  'tools/doctor': above('src/state', 'bench', 'media', 'tests'),
  'tools/media': above('src', 'supabase', 'local', 'vite', 'tools', 'bench', 'sizes', 'tests'),
  'tools/bench': above('deploy', 'media', 'tests/support'),
  'tests/harness': above('src', 'tools', 'support'),
  tests: ['../tools/bench/figures.ts', './other.test.ts', './src/app/frame.test'],
}
/** The imports, by path from the root, that each folder may contain. */
const ALLOWED: Record<string, string[]> = {
  'supabase/functions/api': ['supabase/functions/_shared/contract/errors.ts'],
  vite: ['supabase/functions/_shared/contract/errors.ts', 'src/config/paths.ts', 'supabase/functions/api/errors.ts'],
  local: [
    'supabase/functions/_shared/contract/errors.ts',
    'vite/security-headers.ts',
    'supabase/functions/api/app.ts',
    'supabase/functions/api/catalogue/catalogue.ts',
  ],
  'tools/doctor': [
    'supabase/functions/_shared/contract/errors.ts',
    'vite/function-bundle.ts',
    'local/settings.ts',
    'src/config/paths.ts',
    'supabase/functions/api/env.ts',
    'tools/project/settings.ts',
  ],
  'tools/bench': [
    'supabase/functions/_shared/contract/errors.ts',
    'tests/harness/sql.ts',
    'tools/sizes/build-app.ts',
    'src/config/paths.ts',
    'supabase/functions/api/app.ts',
  ],
  'tests/harness': [
    'supabase/functions/_shared/contract/errors.ts',
    'vite/read-workflows.ts',
    'local/settings.ts',
    'supabase/functions/api/app.ts',
  ],
  tests: [
    'supabase/functions/_shared/contract/errors.ts',
    'tests/harness/sql.ts',
    'tools/doctor/doctor.ts',
    'src/app/router.tsx',
    'supabase/functions/api/app.ts',
  ],
}
const planted = Object.entries(VIOLATIONS).flatMap(([folder, targets]) =>
  targets.map((target, index) => ({ file: `${folder}/planted-${index}.ts`, target })),
)

let tree: string

beforeAll(async () => {
  tree = await makeFolder()
  const config = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8'))
  // The copy isn't in a Git repository.
  delete config.vcs
  await writeFile(join(tree, 'biome.json'), JSON.stringify(config))
  await cp(join(ROOT, 'src'), join(tree, 'src'), { recursive: true })
})

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), text)
}

interface Diagnostic {
  category: string
  location: { path: string }
}

/** Returns Biome's findings in these files as rule and position. */
async function lint(...paths: string[]): Promise<string[]> {
  const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles']
  const args = [BIOME, 'lint', ...rules, '--reporter=json', '--max-diagnostics=none', ...paths]
  const run = promisify(execFile)(process.execPath, args, { cwd: tree })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  return diagnostics.map(({ category, location }) => `${category.split('/').at(-1)} ${location.path}`)
}

it('finds no violation in the current tree or in allowed imports', async () => {
  const allowed = ['@contract/jobs', '@/lib/sleep', '@/components/button', '../login-page', '@supabase/supabase-js']
  await plant('src/features/login/parts/allowed.ts', allowed.map((target) => `import '${target}'\n`).join(''))
  for (const [room, targets] of Object.entries(ALLOWED))
    await plant(
      `${room}/allowed.ts`,
      targets.map((target) => `import '${'../'.repeat(room.split('/').length)}${target}'\n`).join(''),
    )
  expect(await lint('.')).toEqual([])
})

it("finds each import that isn't allowed, and cycles, even of types only", async () => {
  for (const { file, target } of planted) await plant(file, `import '${target}'\n`)
  await plant('src/state/first.ts', "import type { Second } from './second'\nexport type First = Second[]\n")
  await plant('src/state/second.ts', "import type { First } from './first'\nexport type Second = First[]\n")
  const found = await lint('.')
  for (const { file, target } of planted) expect(found, target).toContain(`noRestrictedImports ${file}`)
  for (const name of ['first', 'second']) expect(found).toContain(`noImportCycles src/state/${name}.ts`)
  expect(found).toHaveLength(planted.length + 2)
})
