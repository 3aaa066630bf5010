import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createAdmission } from '../../../local/one-server/admission.ts'
import { makeFolder } from '../../support/make-folder.ts'

const NO_FILE = '/nonexistent/.env'
const admit = (env: Record<string, string>) => createAdmission(env, NO_FILE).admits

describe('admitted addresses', () => {
  it('admits listed addresses and whole domains, whatever their case', () => {
    const admits = admit({
      ALLOWED_EMAILS: 'Ada@example.com, ben@other.example',
      ALLOWED_DOMAINS: 'Team.example @two.example',
    })
    for (const email of [
      'ada@example.com',
      'ADA@EXAMPLE.COM',
      'ben@other.example',
      'anyone@team.example',
      'x@two.example',
    ])
      expect([email, admits(email)]).toEqual([email, true])
    for (const email of [
      '',
      'eve@example.com',
      'eve@sub.team.example',
      'eve@team.example.evil',
      'team.example',
      'a@team.example@evil.example',
    ])
      expect([email, admits(email)]).toEqual([email, false])
  })

  it.each([
    [{ ALLOWED_EMAILS: ' , ' }, 'ALLOWED_EMAILS and ALLOWED_DOMAINS are empty'],
    [{ ALLOWED_EMAILS: 'ada' }, '"ada" in ALLOWED_EMAILS'],
    [{ ALLOWED_DOMAINS: '*' }, '"*" in ALLOWED_EMAILS'],
    [{ ALLOWED_DOMAINS: '*.example.com' }, '"*.example.com" in ALLOWED_EMAILS'],
    [{ ALLOWED_DOMAINS: 'com' }, '"com" in ALLOWED_EMAILS'],
  ])('refuses the lists %o', (env, sentence) => {
    expect(() => admit(env)).toThrow(sentence)
  })
})

describe('a change of .env', () => {
  async function start(content: string) {
    const file = join(await makeFolder(), '.env')
    let time = 1_000_000
    const write = async (next: string) => {
      await writeFile(file, next)
      time += 1
      await utimes(file, time, time)
    }
    await write(content)
    const report = vi.fn()
    return { write, report, file, ...createAdmission({}, file, report) }
  }

  it('counts at the next call', async () => {
    const { write, admits } = await start('ALLOWED_EMAILS=ada@example.com,ben@example.com')
    expect(admits('ben@example.com')).toBe(true)
    await write('ALLOWED_EMAILS=ada@example.com')
    expect([admits('ada@example.com'), admits('ben@example.com')]).toEqual([true, false])
  })

  it('keeps the last lists and reports the fault, if nobody could sign in with the new ones', async () => {
    const { write, admits, report } = await start('ALLOWED_EMAILS=ada@example.com')
    await write('# ALLOWED_EMAILS=ada@example.com')
    expect([admits('ada@example.com'), admits('eve@example.com')]).toEqual([true, false])
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('are empty'))
  })

  it('yields to the environment itself', async () => {
    const { file } = await start('ALLOWED_EMAILS=ben@example.com')
    const { admits } = createAdmission({ ALLOWED_EMAILS: 'ada@example.com' }, file)
    expect([admits('ada@example.com'), admits('ben@example.com')]).toEqual([true, false])
  })
})
