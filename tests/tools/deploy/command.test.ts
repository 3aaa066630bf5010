// Runs `npm run deploy` until its first call of Supabase, which these tests never make.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyProject } from '../../support/hosted/project-copy.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

it('names the line and the column of a syntax error in the catalogue, in one sentence', async () => {
  const code = await copyProject(join(await makeFolder(), 'code'))
  const catalogue = 'supabase/functions/api/catalogue/models.json'
  const text = await readFile(catalogue, 'utf8')
  await writeFile(join(code, catalogue), text.replace('"version":', '"version"'))
  const { status, output } = await runProgram(process.execPath, ['tools/deploy/deploy.ts', '--dry-run'], { cwd: code })
  expect({ status, output }).toEqual({
    status: 1,
    output: `Nothing was changed. ${catalogue}, line 2, column 13: expected a colon.\n`,
  })
})

it.each([
  [['--yes', '--settings', 'none'], 'File not found: none. Create it as docs/deploy.md describes.\n'],
  [[], 'Not an interactive terminal. Run it in a terminal, or pass --yes.\n'],
])('changes nothing with the options %j, and says why', async (options, sentence) => {
  const { status, output } = await runProgram(process.execPath, ['tools/deploy/deploy.ts', ...options])
  expect({ status, output }).toEqual({ status: 1, output: sentence })
})
