// Tests the faults in the catalogue's files that `npm run deploy` finds before its first step.
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { checkCatalogue } from '../../tools/deploy/preflight.ts'
import { makeFolder } from '../support/make-folder.ts'

const CATALOGUE = 'supabase/functions/api/catalogue'

let root: string
beforeEach(async () => {
  root = await makeFolder()
  for (const folder of [CATALOGUE, 'public/images/models']) await cp(folder, join(root, folder), { recursive: true })
})

it('accepts the built-in catalogue', () => checkCatalogue(root))

it.each([
  ['a missing comma', '{\n  "version": 1\n  "models": []\n}', 'line 3, column 3: expected a comma or }'],
  ['an extra comma', '{\n  "models": [1, 2,]\n}', 'line 2, column 19: expected a value'],
  ['a name without quotes', '{\n  version: 1\n}', 'line 2, column 3: expected a name in double quotes'],
  ['a duplicate name', '{\n  "version": 1,\n  "version": 2\n}', 'line 3, column 3: duplicate name "version"'],
  ['a second list', '[1]\n[2]\n', 'line 2, column 1: expected the end of the file'],
  ['a file that ends too early', '{"models": [', 'line 1, column 13: expected a value'],
])('names the position of %s in the catalogue', async (_name, text, says) => {
  const file = join(root, CATALOGUE, 'models.json')
  await writeFile(file, text)
  expect(() => checkCatalogue(root)).toThrow(`${file}, ${says}`)
})

it('names the incomplete workflow and the missing logo', async () => {
  const workflow = join(root, CATALOGUE, 'workflows/wan-2.2.json')
  const text = await readFile(workflow, 'utf8')
  await writeFile(workflow, '{')
  expect(() => checkCatalogue(root)).toThrow(`${workflow}, line 1, column 2: expected a name in double quotes`)
  await writeFile(workflow, text)
  await rm(join(root, 'public/images/models/veo-2.svg'))
  expect(() => checkCatalogue(root)).toThrow(/^veo-2\.logo: file not found: public\/images\/models\/veo-2\.svg$/)
})

it('names the model and the field of a price that is a text', async () => {
  const file = join(root, CATALOGUE, 'models.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace('"credits": 20', '"credits": "20"'))
  expect(() => checkCatalogue(root)).toThrow(
    'The model catalogue (models.json) is invalid.\nkling-1.6.credits: Invalid input: expected number, received string',
  )
})
