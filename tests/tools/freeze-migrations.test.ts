import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { checksumMigrations, RELEASED } from '../../tools/project/released-migrations.ts'
import { makeFolder } from '../support/make-folder.ts'
import { runProgram } from '../support/run-program.ts'

it('freezes the migrations for a version that the changelog has, and for no other', async () => {
  const cwd = await makeFolder()
  await mkdir(join(cwd, 'tests/repository'), { recursive: true })
  await writeFile(join(cwd, 'CHANGELOG.md'), '# Changelog\n\n## [1.1.0] - 2027-01-15\n\n- Videos have sound.\n')
  const freeze = (npm_package_version: string) =>
    runProgram(process.execPath, [resolve('tools/freeze-migrations.ts')], {
      cwd,
      env: { ...process.env, npm_package_version },
    })
  const refused = await freeze('1.2.0')
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('no section "## [1.2.0] - "') })
  await expect(readFile(join(cwd, RELEASED))).rejects.toThrow('ENOENT')
  expect(await freeze('1.1.0')).toMatchObject({ status: 0 })
  expect(JSON.parse(await readFile(join(cwd, RELEASED), 'utf8'))).toEqual(checksumMigrations())
})
