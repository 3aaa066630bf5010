import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { bundleApp } from '../../local/bundle.ts'
import { makeFolder } from '../support/make-folder.ts'

vi.mock('node:child_process', () => ({ spawn: vi.fn() }))

/** A project with empty files. */
let root: string
let dataDir: string
beforeEach(async () => {
  root = await makeFolder()
  dataDir = join(root, 'data')
  for (const folder of ['vite', 'public', 'src', 'supabase/functions/_shared', 'supabase/functions/api']) {
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, 'a.ts'), folder)
  }
  for (const file of ['index.html', 'package-lock.json', 'tailwind.config.ts', 'vite.config.ts']) {
    await writeFile(join(root, file), file)
  }
  vi.spyOn(console, 'log').mockReturnValue()
  // The build itself is tested in tests/vite/full. Here it always succeeds.
  vi.mocked(spawn)
    .mockReset()
    .mockImplementation(() => endsWith(0))
})

function endsWith(code: number) {
  const child = new EventEmitter()
  const assets = join(dataDir, 'dist', 'assets')
  void mkdir(assets, { recursive: true })
    .then(() => writeFile(join(assets, 'app.js'), 'export {}'))
    .then(() => child.emit('close', code))
  return child as ReturnType<typeof spawn>
}

const bundle = (env: Record<string, string> = {}) =>
  bundleApp(dataDir, { VITE_SITE_NAME: 'Soundreel', PATH: '/bin', ...env }, root)

it('builds the app into the data folder, and rebuilds only after a setting or source has changed', async () => {
  const folder = await bundle()
  expect(folder).toBe(join(dataDir, 'dist'))
  expect(vi.mocked(spawn).mock.calls[0]?.[1]).toContain(folder)
  await bundle({ PATH: '/usr/bin' })
  expect(spawn).toHaveBeenCalledTimes(1)
  await bundle({ VITE_SITE_NAME: 'Another' })
  expect(spawn).toHaveBeenCalledTimes(2)

  await bundle()
  await writeFile(join(root, 'src', 'a.ts'), 'changed')
  await bundle()
  await writeFile(join(root, 'public', 'new.txt'), '')
  await bundle()
  await writeFile(join(root, 'tailwind.config.ts'), 'changed')
  await bundle()
  expect(spawn).toHaveBeenCalledTimes(6)
  // These settings belong to a hosted project.
  await writeFile(join(root, '.env.production'), 'VITE_SITE_NAME=Hosted')
  await bundle()
  expect(spawn).toHaveBeenCalledTimes(6)
  await writeFile(join(root, '.env.local'), 'VITE_SITE_NAME=Mine')
  await bundle()
  await bundle()
  expect(spawn).toHaveBeenCalledTimes(7)
})

it('rebuilds the app after a failed or aborted build, and if a file is missing or incomplete', async () => {
  vi.mocked(spawn).mockImplementationOnce(() => endsWith(1))
  await expect(bundle()).rejects.toThrow('The build failed. See the errors above.')
  await bundle()
  expect(spawn).toHaveBeenCalledTimes(2)

  // A user deleted files, or the disk was full.
  await rm(join(dataDir, 'dist', 'assets'), { recursive: true })
  await bundle()
  await writeFile(join(dataDir, 'dist', 'assets', 'app.js'), '')
  await bundle()
  await bundle()
  expect(spawn).toHaveBeenCalledTimes(4)
  // A build empties the folder first.
  expect(await readFile(join(dataDir, 'dist', 'built-from.txt'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
})
