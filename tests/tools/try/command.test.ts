// Runs `npm run try` as a program, against a provider on a local port.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollo } from '../../../local/video-service/scripted/pollo.ts'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'
import { VIDEO } from '../../support/try-provider.ts'

const KEY = 'pollo_Zq81kx22pw'
const service = new ScriptedService(pollo, { video: VIDEO })
const ENTRY = resolve('tools/run.mjs')
const ORDER = ['--provider', 'pollo', '--at-most', '1000']

let folder: string
beforeAll(() => service.open())
afterAll(() => service.close())
beforeEach(async () => {
  service.reset()
  service.key = KEY
  folder = await makeFolder()
  const settings = { POLLO_API_KEY: KEY, POLLO_API_URL: service.url, POLLO_FILE_ORIGINS: service.url }
  const more = { VIDEO_STATUS_INTERVAL_SECONDS: 0 }
  const lines = Object.entries({ ...settings, ...more }).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(folder, '.env'), lines.join('\n'))
})
const run = (...options: string[]) =>
  runProgram(process.execPath, [ENTRY, 'try', ...options], { cwd: folder, env: { PATH: process.env.PATH } })
const listFiles = () => readdirSync(join(folder, 'tries')).map((name) => extname(name))

describe('npm run try, as a program', () => {
  it('reads the key from .env, orders one video, and writes the video and its report', async () => {
    service.finish()
    const { status, printed, said } = await run(...ORDER, '--yes')
    expect(said).toBe('')
    expect(printed).toContain(`One video from pollo at ${service.url}/`)
    expect(printed).toMatch(/pollo delivered the video\.\nVerdict: differs: .+\nReport: tries\/.+\.md and \.json\./)
    expect(status).toBe(2)
    expect(listFiles()).toEqual(['.json', '.md', '.mp4'])
    expect(service.creates).toHaveLength(1)
    for (const name of readdirSync(join(folder, 'tries'))) {
      const text = readFileSync(join(folder, 'tries', name), 'latin1')
      expect({ name, hasKey: text.includes(KEY) }).toEqual({ name, hasKey: false })
    }
  })

  it("ends with 2 and the provider's words if the key is refused", async () => {
    service.key = 'another'
    const { status, printed } = await run(...ORDER, '--yes')
    expect(status).toBe(2)
    expect(printed).toContain('pollo refused the order (provider_unavailable): 401 REFUSED Invalid key')
    expect(listFiles()).toEqual(['.json', '.md'])
  })

  it.each([
    ['nobody can confirm', ORDER, 'This is not an interactive terminal. Pass --yes to skip the confirmation.'],
    ['the key is missing', ['--provider', 'fal', '--at-most', '9', '--yes'], 'Set FAL_API_KEY to your key from fal.'],
    ['an option is wrong', ['--provider', 'polo'], 'Unknown provider: polo.'],
  ])('ends with 1 and sends nothing if %s', async (_, options, sentence) => {
    const { status, said } = await run(...options)
    expect(status).toBe(1)
    expect(said).toContain(sentence)
    expect(said).toContain('\nNothing was sent.\n')
    expect(service.sent).toEqual([])
  })

  it('names the task that may still be charged at Ctrl+C, and writes the report', async () => {
    const child = spawn(process.execPath, [ENTRY, 'try', ...ORDER, '--yes'], { cwd: folder })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      const isFirst = !printed.includes('has task')
      printed += chunk
      if (isFirst && printed.includes('has task')) child.kill('SIGINT')
    })
    const status = await new Promise((done) => child.once('close', done))
    expect(status).toBe(130)
    expect(printed).toContain(
      `Stopped. pollo may still make the video, and charge for it. Its task: ${service.task.id}.`,
    )
    expect(listFiles()).toEqual(['.json', '.md'])
  })
})
