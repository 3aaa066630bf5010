import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getNotice } from '../../vite/licenses/licenses.ts'
import { makeFolder } from '../support/make-folder.ts'

const folder = await makeFolder()

const WHOLE = { name: 'acme', version: '1.2.3', license: 'ISC', repository: 'ada/acme' }

async function writePackage(name: string, over: object, text = 'Copyright Ada'): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  await writeFile(join(path, 'package.json'), JSON.stringify({ ...WHOLE, ...over }))
  if (text) await writeFile(join(path, 'LICENCE'), text)
  return path
}

it("lists each package's name, license, and source URL before the license text", async () => {
  expect(await getNotice(await writePackage('whole', {}))).toBe(
    'acme 1.2.3\nLicense: ISC\nSource: https://github.com/ada/acme\n\nCopyright Ada',
  )
  const written = { type: 'git', url: 'git+ssh://git@github.com/ada/acme.git' }
  expect(await getNotice(await writePackage('long', { repository: written }))).toContain(
    'Source: https://github.com/ada/acme\n',
  )
})

it('fails with the name of a package that has no license, license text, or URL', async () => {
  await expect(getNotice(await writePackage('bare', { license: undefined }))).rejects.toThrow('acme has no license, ')
  await expect(getNotice(await writePackage('silent', {}, ''))).rejects.toThrow('acme has no license file, ')
  await expect(getNotice(await writePackage('lost', { repository: undefined }))).rejects.toThrow(
    'acme has no repository, ',
  )
})
