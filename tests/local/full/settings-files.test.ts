// Tests the first start of the local server in a folder with the settings of a hosted project, which don't affect it.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
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

it('ignores .env.production, reads .env.local, keeps its files private, and stops cleanly on the first npm start', async () => {
  const dataDir = join(folder, 'start')
  const server = await startServer({ root, dataDir, isFirst: true, env: { NODE_ENV: '' } })
  try {
    const built = await readdir(join(dataDir, 'dist'), { recursive: true, withFileTypes: true })
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

    // Other users of this machine can't read the database, the keys, and the app, which contains a key.
    const made = await readdir(dataDir, { recursive: true })
    expect(made).toEqual(expect.arrayContaining(['keys.json', 'database', 'dist']))
    const modes = await Promise.all(made.map(async (path) => ({ path, mode: (await stat(join(dataDir, path))).mode })))
    expect(modes.filter(({ mode }) => mode & 0o077)).toEqual([])
  } finally {
    expect(await server.stop()).toBe(0)
  }
  expect(server.output()).toBe(
    'Starting Soundreel (opening the database)…\n' +
      'Building the app. This takes a few seconds the first time and after changes.\n' +
      `Soundreel is ready at ${server.url}\n`,
  )
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
