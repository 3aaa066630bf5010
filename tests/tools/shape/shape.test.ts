import { describe, expect, it } from 'vitest'
import { findFolderCycles, findImportCycles } from '../../../tools/shape/import-cycles.ts'
import { readImports } from '../../../tools/shape/imports.ts'

/** Returns the import graph of files with these imports. */
const getGraph = (files: Record<string, string[]>) =>
  readImports(new Map(Object.entries(files).map(([file, all]) => [file, all.map((to) => `import '${to}'\n`).join('')])))

describe('Import cycles', () => {
  it('reads imports by relative paths, @/ and @contract/, including types', () => {
    const files = new Map([
      ['src/app/a.tsx', "import type { B } from '@/lib/b'\nimport { c } from '@contract/c'\nconst d = import('./d')\n"],
      ['src/app/d.ts', "export { b } from '../lib/b.ts'\nimport 'react'\n"],
      ['src/lib/b.ts', ''],
      ['supabase/functions/_shared/contract/c.ts', ''],
    ])
    expect(readImports(files).get('src/app/a.tsx')).toEqual([
      'src/lib/b.ts',
      'supabase/functions/_shared/contract/c.ts',
      'src/app/d.ts',
    ])
    expect(readImports(files).get('src/app/d.ts')).toEqual(['src/lib/b.ts'])
  })

  it('finds files that import each other through other files', () => {
    const imports = getGraph({ 'a.ts': ['./b.ts'], 'b.ts': ['./c.ts'], 'c.ts': ['./a.ts'], 'd.ts': ['./a.ts'] })
    expect(findImportCycles(imports)).toEqual([['a.ts', 'b.ts', 'c.ts']])
  })

  it('finds two folders that import each other even if no files do', () => {
    const imports = getGraph({
      'src/jobs/a.ts': ['../delivery/b.ts'],
      'src/jobs/c.ts': [],
      'src/delivery/b.ts': [],
      'src/delivery/deep/d.ts': ['../../jobs/c.ts'],
    })
    expect(findImportCycles(imports)).toEqual([])
    expect(findFolderCycles(imports)).toEqual([['src/delivery', 'src/jobs']])
  })

  it('allows a folder and its content to import each other', () => {
    const imports = getGraph({
      'src/page/page.ts': ['./parts/part.ts'],
      'src/page/parts/part.ts': ['../text.ts'],
      'src/page/text.ts': [],
    })
    expect(findFolderCycles(imports)).toEqual([])
  })
})
