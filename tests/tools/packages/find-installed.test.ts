import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

const CODE = `
  import { findInstalled } from ${JSON.stringify(resolve('tools/packages/find-installed.ts'))}
  console.log(findInstalled('demo', '.bin/tool', process.argv[1]))`

/** Installs version 1.0.0 of the package, like npm, and counts its calls. */
const NPM = `#!/bin/sh
echo "npm $*"
echo "$PWD $*" >> ../calls
mkdir -p node_modules
echo '{"packages":{"node_modules/tool":{"version":"1.0.0"}}}' > node_modules/.package-lock.json
`

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
  await mkdir(join(folder, 'demo'))
  await requireVersion('1.0.0')
  await writeNpm(NPM)
})

const requireVersion = (version: string) =>
  writeFile(join(folder, 'demo/package.json'), JSON.stringify({ dependencies: { tool: version } }))

async function writeNpm(script: string): Promise<void> {
  await writeFile(join(folder, 'npm'), script)
  await chmod(join(folder, 'npm'), 0o755)
}

const find = () =>
  runProgram(process.execPath, ['--input-type=module', '--eval', CODE, folder], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  })

async function countInstalls(): Promise<number> {
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
  expect(new Set(calls)).toEqual(new Set([`${join(folder, 'demo')} ci`]))
  return calls.length
}

it('installs the packages once, and prints the path alone on standard output', async () => {
  const printed = `${join(folder, 'demo/node_modules/.bin/tool')}\n`
  expect(await find()).toMatchObject({
    status: 0,
    printed,
    said: 'Installing tool, which this command uses. This happens once.\nnpm ci\n',
  })
  expect(await find()).toMatchObject({ status: 0, printed, said: '' })
  expect(await countInstalls()).toBe(1)
})

it('installs the packages again when the required version changes', async () => {
  await find()
  await requireVersion('1.0.1')
  await find()
  expect(await countInstalls()).toBe(2)
})

it('names the command to repeat when npm fails', async () => {
  await writeNpm('#!/bin/sh\nexit 7\n')
  const { status, printed, said } = await find()
  expect({ status, printed }).toEqual({ status: 1, printed: '' })
  expect(said).toMatch(/^We couldn't install tool\. Run: npm ci --prefix \S+\/demo$/m)
})
