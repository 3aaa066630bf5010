// Tests that the settings of a hosted project don't affect the local server, although both are in the same folder.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startServer } from '../../harness/app-server.ts'
import { copyProject } from '../../support/hosted/project-copy.ts'
import { makeFolder } from '../../support/make-folder.ts'

const HOSTED = `VITE_SUPABASE_URL=https://hosted.test
VITE_API_URL=https://hosted.test/functions/v1/api
VITE_SUPABASE_ANON_KEY=sb_publishable_of_hosted.test
VITE_CONTACT_EMAIL=owner@hosted.test
VITE_SITE_URL=https://hosted.test
`

let folder: string
let root: string
beforeAll(async () => {
  folder = await makeFolder()
  root = await copyProject(join(folder, 'project'))
  await writeFile(join(root, 'package-lock.json'), '{}')
  for (const name of ['.env.production', '.env.production.local']) await writeFile(join(root, name), HOSTED)
  await writeFile(join(root, '.env.local'), 'VITE_SITE_NAME=Local Studio\n')
})

it('ignores .env.production and reads .env.local when npm start builds its pages', async () => {
  const server = await startServer({ root, dataDir: join(folder, 'start'), env: { NODE_ENV: '' } })
  try {
    const built = await readdir(join(folder, 'start', 'dist'), { recursive: true, withFileTypes: true })
    const files = built.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    const filesWith = async (word: string) => {
      const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
      return texts.flatMap(({ file, text }) => (text.includes(word) ? [file] : []))
    }
    expect(await filesWith('hosted.test')).toEqual([])
    expect(await filesWith('Local Studio')).not.toEqual([])
    // Development code would double the size of the pages.
    expect(await filesWith('jsxDEV')).toEqual([])
    const page = await fetch(`${server.url}/pricing`)
    expect(page.status).toBe(200)
    expect(JSON.stringify([...page.headers])).not.toContain('hosted.test')
  } finally {
    await server.stop()
  }
})

it('ignores .env.production and reads .env.local when npm run dev serves its pages', async () => {
  const server = await startServer({ root, dataDir: join(folder, 'dev'), command: 'dev', env: { NODE_ENV: '' } })
  try {
    const settings = await (await fetch(`${server.url}/src/config/env.ts`)).text()
    expect(settings).toContain('Local Studio')
    expect(settings).not.toContain('hosted.test')
  } finally {
    await server.stop()
  }
})
