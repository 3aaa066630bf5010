// Runs `npm run try` against every provider's stand-in.
import { describe, expect, it } from 'vitest'
import { NAMES_COST } from '../../../tools/try/compare.ts'
import { formatReport, getExitCode } from '../../../tools/try/report.ts'
import { BY_PROVIDER, runTry } from '../../support/try-provider.ts'

describe.each(BY_PROVIDER)('npm run try -- --provider %s', (name, wire) => {
  it('orders one video, and reports how long each part took and that everything is as assumed', async () => {
    const { report, printed, service } = await runTry(name, wire)
    expect(report.summary).toEqual({
      provider: name,
      model: 'sample',
      date: '2026-11-28',
      seconds: 120,
      verdict: 'works',
    })
    expect(report.course).toMatchObject({
      ending: { kind: 'delivered' },
      taskId: wire.taskId,
      cost: wire.cost,
      seconds: { create: 0, queue: 30, generation: 90, download: 0, inspection: 0, total: 120 },
    })
    expect(report.course.checks).toHaveLength(24)
    expect(report.file).toMatchObject({ container: 'MP4', picture: 'avc', sound: 'aac', isSilent: false, seconds: 5 })
    expect(service.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(report.exchanges).toHaveLength(service.sent.length)
    expect(JSON.stringify(report.exchanges[0]?.sent)).toContain('A paper boat')
    expect(printed).toEqual([
      `${name} has task ${wire.taskId}.`,
      '5 s: waiting',
      '30 s: processing',
      '120 s: succeeded',
    ])
    expect(formatReport(report)).toContain(`# ${name}, sample, 2026-11-28: works`)
    expect(getExitCode(report)).toBe(0)
  })

  it('writes no part of a key, and no email address, that responses repeat in any encoding', async () => {
    const key = name === 'comfyui' ? 'operator-7:Zq81/kx%22=pw' : 'sk-live-Zq81/kx%22=pw'
    const secret = name === 'kling' ? 'kling-secret-Zq81' : key
    const encode = (text: string) => [text, encodeURIComponent(text), btoa(text), btoa(`:${text}:`), btoa(`u:${text}!`)]
    const { report, printed } = await runTry(name, wire, {
      key,
      settings: name === 'kling' ? { KLING_API_SECRET: secret } : {},
      async answer(sent, usual) {
        const response = usual()
        if (!/json/.test(response.headers.get('content-type') ?? '')) return response
        const repeated = [...Object.values(sent.headers), ...encode(key), ...encode(secret), 'ada@example.com']
        const echo = { [key]: [...repeated, ...repeated.map((text) => `https://a.test/${text}/?key=${text}`)] }
        const headers = { ...Object.fromEntries(response.headers), 'x-credit-of': key }
        return Response.json({ ...(await response.json()), echo }, { status: response.status, headers })
      },
    })
    expect(report.summary.verdict).toBe('works')
    const written = `${JSON.stringify(report)}${formatReport(report)}${printed.join()}`
    expect(written.includes('(secret)')).toBe(true)
    const parts = [...encode(key), ...encode(secret)].flatMap((form) =>
      Array.from({ length: form.length - 11 }, (_, at) => form.slice(at, at + 12)),
    )
    expect(parts.filter((part) => written.includes(part))).toEqual([])
    expect(/ada@|Bearer|eyJ/.test(written)).toBe(false)
  })
})

it('expects a cost of exactly those providers that name one', () => {
  expect(NAMES_COST).toEqual(BY_PROVIDER.flatMap(([name, { cost }]) => (cost ? [name] : [])))
})
