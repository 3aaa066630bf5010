import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCodeVersion } from '../../local/code-version.ts'
import { makeFolder } from '../support/make-folder.ts'

it('changes with the content and the place of a file', async () => {
  const root = await makeFolder()
  for (const folder of ['local', 'src/app', 'supabase/functions', 'supabase/migrations', 'vite'])
    await mkdir(join(root, folder), { recursive: true })
  for (const file of ['index.html', 'package-lock.json', 'tailwind.config.ts', 'vite.config.ts'])
    await writeFile(join(root, file), '')
  const versions = [readCodeVersion(root), readCodeVersion(root)]
  for (const [file, text] of [
    ['src/app/page.tsx', 'one'],
    ['src/app/page.tsx', 'two'],
    ['src/page.tsx', 'two'],
    ['package-lock.json', '{}'],
  ] as const) {
    await writeFile(join(root, file), text)
    versions.push(readCodeVersion(root))
  }
  expect(versions[0]).toMatch(/^[0-9a-f]{12}$/)
  expect(new Set(versions).size).toBe(versions.length - 1)
})
