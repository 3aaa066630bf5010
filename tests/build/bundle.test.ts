import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
let files: Map<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundreel-bundle-'))
  process.env.VITE_SUPABASE_ANON_KEY = 'sb_publishable_of_the_test'
  await build({ configLoader: 'native', logLevel: 'silent', build: { outDir: folder, emptyOutDir: true } })
  delete process.env.VITE_SUPABASE_ANON_KEY
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  files = new Map(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')] as const)),
  )
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const scripts = () => [...files].filter(([name]) => /\.(js|html|css)$/.test(name))

it('holds the public key and no server secret’s name or shape', () => {
  const all = scripts()
    .map(([, text]) => text)
    .join('\n')
  expect(all).toContain('sb_publishable_of_the_test')
  for (const secret of [
    /SUPABASE_SECRET_KEY/,
    /VIDEO_API_KEY(?<!VITE_VIDEO_API_KEY)/,
    /SWEEP_SECRET/,
    /ADMIN_JWT_SECRET/,
    /sb_secret_[A-Za-z0-9]{8}/,
    /service_role/,
    /stand-ins/,
  ]) {
    expect(all).not.toMatch(secret)
  }
})

it('has no inline script, no source map and its headers file', () => {
  expect(files.get('/index.html')).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect([...files.keys()].filter((name) => name.endsWith('.map'))).toEqual([])
  expect(files.get('/_headers')).toContain('Content-Security-Policy: ')
})
