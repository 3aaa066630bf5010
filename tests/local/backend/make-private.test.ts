import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openDataDir } from '../../../local/backend/data-dir.ts'
import { makeFolder } from '../../support/make-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
  await chmod(folder, 0o755)
})

const getMode = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8)
async function put(...path: string[]): Promise<void> {
  await mkdir(join(folder, ...path.slice(0, -1)), { recursive: true, mode: 0o755 })
  await writeFile(join(folder, ...path), '', { mode: 0o644 })
}

it('makes a data folder and its files private if an older server left them readable', async () => {
  const files = [
    ['database', 'base', '1', '2601'],
    ['storage', 'videos', 'a.mp4'],
    ['video-service', 'clips', 'b.mp4'],
    ['dist', 'assets', 'index.js'],
    ['api.log'],
    ['api.log.1'],
    ['server.pid'],
  ]
  for (const file of files) await put(...file)
  const { release } = await openDataDir(folder, { isForTeam: false, hasDatabaseUrl: false })
  release()
  for (const file of files.slice(0, 6)) {
    expect({ file, mode: await getMode(...file) }).toEqual({ file, mode: '600' })
    for (let depth = file.length - 1; depth > 0; depth--) expect(await getMode(...file.slice(0, depth))).toBe('700')
  }
  expect(await getMode()).toBe('700')
  expect(await getMode('keys.json')).toBe('600')
})

it("keeps the permissions of foreign files, of a folder with foreign files, and of a link's target", async () => {
  await put('somebody.txt')
  await put('theirs', 'file')
  await put('database', 'file')
  await symlink(join(folder, 'theirs', 'file'), join(folder, 'database', 'link'))
  const { release } = await openDataDir(folder, { isForTeam: false, hasDatabaseUrl: false })
  release()
  expect(await getMode()).toBe('755')
  expect(await getMode('somebody.txt')).toBe('644')
  expect(await getMode('theirs', 'file')).toBe('644')
  expect(await getMode('theirs')).toBe('755')
  expect(await getMode('database', 'file')).toBe('600')
})

it('creates a new data folder that only its user can read', async () => {
  const { release } = await openDataDir(join(folder, 'new'), { isForTeam: false, hasDatabaseUrl: false })
  release()
  expect(await getMode('new')).toBe('700')
})
