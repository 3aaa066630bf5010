import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * The direction of imports is held by Biome's restricted imports. A rule that is misspelt catches nothing and passes
 * everything, so each one is tried on a copy of the tree with one violation planted.
 */
const ROOT = process.cwd()
const BIOME = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')

const VIOLATIONS: [rule: string, file: string, statement: string][] = [
  ['src does not climb out of its folder', 'src/app/planted.ts', "import '../lib/sleep'"],
  ['src does not reach local', 'src/app/planted.ts', "import '@/../local/settings'"],
  ['src does not reach supabase', 'src/app/planted.ts', "import '@/../supabase/functions/api/app'"],
  ['config knows no state', 'src/config/planted.ts', "import '@/state/session/use-session'"],
  ['config knows no component', 'src/config/planted.ts', "import '@/components/button'"],
  ['lib knows no state', 'src/lib/planted.ts', "import '@/state/session/use-session'"],
  ['lib knows no component', 'src/lib/planted.ts', "import '@/components/button'"],
  ['lib knows no feature', 'src/lib/planted.ts', "import '@/features/login/login-page'"],
  ['lib knows no route', 'src/lib/planted.ts', "import '@/app/router'"],
  ['lib does not climb', 'src/lib/planted.ts', "import '../config/env'"],
  ['state knows no feature', 'src/state/planted.ts', "import '@/features/login/login-page'"],
  ['state knows no route', 'src/state/planted.ts', "import '@/app/router'"],
  ['components know no feature', 'src/components/planted.ts', "import '@/features/login/login-page'"],
  ['components know no route', 'src/components/planted.ts', "import '@/app/router'"],
  ['a feature knows no other feature', 'src/features/login/planted.ts', "import '@/features/debug/debug-page'"],
  ['a feature does not climb to another', 'src/features/login/planted.ts', "import '../debug/debug-page'"],
  ['a feature knows no route', 'src/features/login/planted.ts', "import '@/app/router'"],
  [
    'a folder of a feature knows no other feature',
    'src/features/login/parts/planted.ts',
    "import '@/features/debug/a'",
  ],
  ['a folder of a feature does not climb out of it', 'src/features/login/parts/planted.ts', "import '../../debug/a'"],
  ['a folder of a feature knows no route', 'src/features/login/parts/planted.ts', "import '@/app/router'"],
  ['local reaches the renderer by its door alone', 'local/video-service/planted.ts', "import '../renderer/clip.ts'"],
  ['the renderer is a leaf', 'local/renderer/planted.ts', "import '../video-service/faults.ts'"],
  ['a feature does not reach local', 'src/features/login/planted.ts', "import '@/../local/settings'"],
]

let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'import-direction-'))
  const config = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8'))
  // The copy is in no repository.
  delete config.vcs
  await writeFile(join(tree, 'biome.json'), JSON.stringify(config))
  await cp(join(ROOT, 'src'), join(tree, 'src'), { recursive: true })
})

afterAll(async () => {
  await rm(tree, { recursive: true, force: true })
})

async function lint(...paths: string[]): Promise<{ passed: boolean; output: string }> {
  const run = promisify(execFile)
  try {
    const args = [
      BIOME,
      'lint',
      '--only=style/noRestrictedImports',
      '--only=suspicious/noImportCycles',
      '--max-diagnostics=50',
      ...paths,
    ]
    const { stdout, stderr } = await run(process.execPath, args, { cwd: tree })
    return { passed: true, output: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { passed: false, output: stdout + stderr }
  }
}

it('finds nothing in the tree as it is', async () => {
  const { passed, output } = await lint('src')
  expect(output).toMatch(/Checked \d{2,} files/)
  expect(passed, output).toBe(true)
})

describe('catches', () => {
  it.each(VIOLATIONS)('%s', async (_, file, statement) => {
    const path = join(tree, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${statement}\n`)
    const { passed, output } = await lint(file)
    await rm(path)
    expect(passed, output).toBe(false)
    expect(output).toContain('noRestrictedImports')
  })

  it('a cycle, even one of types alone', async () => {
    const folder = join(tree, 'src/features/login')
    await writeFile(join(folder, 'first.ts'), "import type { Second } from './second'\nexport type First = Second[]\n")
    await writeFile(join(folder, 'second.ts'), "import type { First } from './first'\nexport type Second = First[]\n")
    const { passed, output } = await lint('src/features/login/first.ts', 'src/features/login/second.ts')
    for (const name of ['first.ts', 'second.ts']) await rm(join(folder, name))
    expect(passed, output).toBe(false)
    expect(output).toContain('noImportCycles')
  })

  it('nothing in what is allowed', async () => {
    const folder = join(tree, 'src/features/login/parts')
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'planted.ts'),
      "import '@/lib/sleep'\nimport '@/components/button'\nimport '../login-page'\nimport '@supabase/supabase-js'\n",
    )
    const { passed, output } = await lint('src/features/login/parts/planted.ts')
    await rm(join(folder, 'planted.ts'))
    expect(passed, output).toBe(true)
  })
})
