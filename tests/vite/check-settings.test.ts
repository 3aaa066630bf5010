// Runs the real command in the real folder, which must not change.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../support/make-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})

it.each([
  [{ VITE_SUPABASE_ANON_KEY: '' }, 'VITE_SUPABASE_ANON_KEY is required'],
  [
    { VITE_SUPABASE_ANON_KEY: '', VITE_API_URL: 'here' },
    'VITE_API_URL must be an http or https address, VITE_SUPABASE_ANON_KEY is required',
  ],
])('fails a build with the settings %j in one sentence and leaves no files behind', (settings, faults) => {
  const outDir = join(folder, 'dist')
  // There is no settings file for this mode.
  const options = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'nobodys', '--outDir', outDir]
  const env = { PATH: process.env.PATH, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { env, encoding: 'utf8' })
  const sentence = `Build failed: ${faults}. Copy .env.example to .env and fill in the missing settings.`
  // On a busy machine, Vite can print its own time before this text.
  expect([status, stderr.slice(stderr.indexOf('Build failed'))]).toEqual([1, `${sentence}\n`])
  expect(stdout).not.toMatch(/^ +at /m)
  expect(existsSync(outDir)).toBe(false)
})
