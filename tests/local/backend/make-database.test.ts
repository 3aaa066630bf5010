import { fork } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { KEYS } from '../../../harness/database.ts'
import { makeDatabase } from '../../../local/backend/make-database.ts'

vi.mock(import('node:child_process'), { spy: true })

it('leaves nothing behind when it is broken off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-making-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const making = makeDatabase({
    origin: 'http://localhost:5173',
    databaseDir: join(folder, 'database'),
    storageDir: join(folder, 'storage'),
    keys: KEYS,
    googleClientId: 'client',
  })
  await expect.poll(() => readdir(folder)).toEqual(['database.unfinished'])
  vi.mocked(fork).mock.results[0]?.value.kill('SIGKILL')
  await making
  expect(await readdir(folder)).toEqual([])
})
