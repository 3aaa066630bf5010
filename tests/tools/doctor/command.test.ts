import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../../../tools/doctor/checks/settings.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

const folder = await makeFolder()

/** Runs `npm run doctor` with these arguments, in a folder without settings. */
function doctor(...args: string[]) {
  const entry = join(import.meta.dirname, '../../../tools/doctor/doctor.ts')
  return runProgram(process.execPath, [entry, ...args], { cwd: folder, env: { PATH: process.env.PATH } })
}

it('exits the doctor with 1 and names the settings to set if none are set', async () => {
  const { status, printed, said } = await doctor()
  expect({ status, said }).toEqual({ status: 1, said: '' })
  expect(printed).toContain(
    '  VITE_SITE_URL is not set.\n    where: .env.production\n    fix:   Add VITE_SITE_URL=https://your.site',
  )
  expect(printed).toMatch(/\n0 ok, 1 wrong, \d+ not checked\n$/)
})

it('reads another settings file and prints JSON', async () => {
  const file = join(folder, 'mine.env')
  await writeFile(file, 'VITE_SITE_URL="https://studio.test/"\nVITE_SUPABASE_URL=http://here\n')
  const { status, printed } = await doctor('--settings', file, '--json')
  expect(status).toBe(1)
  const [addresses] = JSON.parse(printed)
  expect(addresses.problems.map(({ what }: { what: string }) => what)).toEqual([
    'VITE_SUPABASE_URL is not an https address.',
    'VITE_API_URL is not an https address.',
  ])
  expect(addresses.problems[0].fix).toBe(
    'Set an https address, or remove VITE_SUPABASE_URL: the address of SUPABASE_PROJECT_REF is then used',
  )
})

it('names the given settings file in every hint', async () => {
  const file = join(folder, 'second.env')
  await writeFile(file, 'VITE_SITE_URL=https://studio.test\nSWEEP_SECRET=short\n')
  const { printed } = await doctor('--settings', file)
  expect(printed).toContain(`where: ${file}\n`)
  expect(printed).toContain(
    `Leave SWEEP_SECRET empty in ${file}, then npm run deploy -- --settings ${file}, which generates one`,
  )
  expect(printed).not.toContain('.env.production')
})

it('names a missing settings file and an unknown option', async () => {
  expect(await doctor('--settings', 'gone.env')).toMatchObject({
    status: 1,
    printed: '',
    said: 'File not found: gone.env\n',
  })
  expect(await doctor('--fix')).toMatchObject({
    status: 1,
    printed: '',
    said: 'Usage: npm run doctor -- [--settings FILE] [--fixes FILE] [--json]\n',
  })
})

it('prefers the environment to the settings file, and ignores empty values', async () => {
  const file = join(folder, 'both.env')
  await writeFile(file, 'VITE_SITE_URL=https://file.test\nVIDEO_PROVIDER=fal\n')
  const settings = readSettings({ VITE_SITE_URL: 'https://environment.test/', VIDEO_PROVIDER: '' }, file)
  expect(settings).toMatchObject({ VITE_SITE_URL: 'https://environment.test', VIDEO_PROVIDER: 'fal', SWEEP_SECRET: '' })
})

it("derives the project's URLs from its ref, like deploy", () => {
  const settings = readSettings(
    { SUPABASE_PROJECT_REF: 'abcdefghijklmnopqrst', VITE_SITE_URL: 'https://studio.test' },
    'none',
  )
  const addresses = {
    VITE_SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
    VITE_API_URL: 'https://abcdefghijklmnopqrst.supabase.co/functions/v1/api',
  }
  expect(settings).toMatchObject({ ...addresses, env: addresses })
})
