import { expect, it } from 'vitest'
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
