import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { openLogFile } from '../../../local/backend/log-file.ts'
import { makeFolder } from '../../support/make-folder.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await makeFolder()
  file = join(folder, 'api.log')
})

const read = (name: string) => readFile(join(folder, name), 'utf8')

it('keeps two log files of whole lines, each within the size limit', async () => {
  const log = openLogFile(file, 20)
  for (const line of ['line one', 'line two', 'line 3', 'line 4', 'line 5', 'line 6', 'line 7']) log(line)
  expect(await readdir(folder)).toEqual(['api.log', 'api.log.1'])
  expect(await read('api.log.1')).toBe('line 5\nline 6\n')
  expect(await read('api.log')).toBe('line 7\n')
})

it('keeps a line that alone exceeds the size limit', async () => {
  openLogFile(file, 5)('a long line')
  expect(await readdir(folder)).toEqual(['api.log'])
  expect(await read('api.log')).toBe('a long line\n')
})

it("counts an earlier process's log lines toward the limit, in bytes", async () => {
  await writeFile(file, 'twelve bytes')
  openLogFile(file, 20)('ééé')
  expect(await read('api.log')).toBe('twelve bytesééé\n')
  openLogFile(file, 20)('x')
  expect(await read('api.log.1')).toBe('twelve bytesééé\n')
  expect(await read('api.log')).toBe('x\n')
})

it('loses log lines on a full disk, reports this once, and continues when the disk has space', async () => {
  // On Linux, this device is always full.
  await symlink('/dev/full', file)
  const log = openLogFile(file)
  log('lost')
  log('lost as well')
  expect(vi.mocked(console.error).mock.calls).toEqual([
    [`Can't write to the log ${file} (ENOSPC: no space left on device, write). Log entries are being dropped.`],
  ])
  await rm(file)
  log('kept')
  expect(await read('api.log')).toBe('kept\n')
  await rm(file)
  await symlink('/dev/full', file)
  log('lost again')
  expect(console.error).toHaveBeenCalledTimes(2)
  vi.mocked(console.error).mockClear()
})
