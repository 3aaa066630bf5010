import { expect, it } from 'vitest'
import { noteBackup } from '../../../local/backup/last-backup.ts'
import type { Context } from '../../../tools/doctor/checks/check.ts'
import { createDiskChecks } from '../../../tools/doctor/one-server/disk-checks.ts'
import type { Target } from '../../../tools/doctor/one-server/target.ts'
import { makeFolder } from '../../support/make-folder.ts'

it('names a disk with too little space, and notes the space of any other', async () => {
  const target = { server: { dataDir: await makeFolder() } } as Target
  const check = (minFreeBytes: number) => createDiskChecks(target, minFreeBytes)[0]?.run({} as Context)
  expect(await check(Number.POSITIVE_INFINITY)).toMatchObject([
    { what: expect.stringMatching(/^Only [\d.]+ GB are free\./), where: target.server.dataDir },
  ])
  expect(await check(1)).toEqual({ note: expect.stringMatching(/^[\d.]+ GB free$/) })
})

it('names a last backup of more than seven days ago', async () => {
  const target = { server: { dataDir: await makeFolder() } } as Target
  await noteBackup(target.server.dataDir, new Date('2027-01-01T12:00:00Z'))
  const check = (day: string) =>
    createDiskChecks(target)[1]?.run({ now: () => new Date(`${day}T13:00:00Z`) } as Partial<Context> as Context)
  expect(check('2027-01-08')).toEqual({ note: '2027-01-01' })
  expect(check('2027-01-09')).toMatchObject([{ what: 'The last backup is from 2027-01-01, 8 days ago.' }])
})
