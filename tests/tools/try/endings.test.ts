// Tests the report of `npm run try` about a provider that breaks an assumption.
import { describe, expect, it } from 'vitest'
import { sendPage } from '../../../local/video-service/scripted/response.ts'
import type { SentRequest } from '../../../local/video-service/scripted/service.ts'
import { listAssumptions } from '../../../tools/try/compare.ts'
import { formatReport } from '../../../tools/try/report.ts'
import { comfy } from '../../harness/wires/comfyui.ts'
import { kling } from '../../harness/wires/kling.ts'
import { pollo } from '../../harness/wires/pollo.ts'
import { FILE, JOB, REASON } from '../../harness/wires/wire.ts'
import { runTry } from '../../support/try-provider.ts'
import { renameSampleEntry, VIDEO_BYTES } from '../../support/video-file.ts'

const isCreate = ({ method }: SentRequest) => method === 'POST'
const isFile = ({ url }: SentRequest) => url === FILE
const MAY_CHARGE = 'pollo may still make the video, and charge for it. Its task: cm1.'
const timeOut = () => {
  throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
}

describe('Differences in a report of npm run try', () => {
  it('names every assumption that a delivered video differs from', async () => {
    let checks = 0
    const { report, differences } = await runTry('pollo', pollo, {
      model: { durations: [{ seconds: 8, estimateSeconds: { from: 1, to: 2 } }], aspectRatios: ['9:16'] },
      made: { durations: [8], fixed: { resolution: '720p' }, text: { path: 'text', accepts: [] } },
      async answer(sent, usual) {
        if (isCreate(sent) || isFile(sent)) return usual()
        checks += 1
        if (checks === 3) return sendPage(502)
        if (checks === 9) return pollo.unknownWord?.(sent) ?? usual()
        const { data, ...rest } = await usual().json()
        return Response.json({ ...rest, data: { ...data, credit: undefined } })
      },
    })
    expect(report.summary.verdict).toBe(
      'differs: status words, status checks, cost, time to finish, duration, sound, aspect ratio, resolution',
    )
    expect(differences.map(({ expected, found }) => [expected, found])).toEqual([
      ['known', 'unknown word: paused'],
      ['answered', 'no usable answer: Error: status returned HTTP 502'],
      ['named', 'not named'],
      ['1 to 2 s', '120 s'],
      ['8 s', '5 s'],
      ['no', 'yes'],
      ['9:16', '96 × 54'],
      ['720p', '96 × 54'],
    ])
    expect(formatReport(report)).toContain('| duration | 8 s | 5 s | false |')
  })

  it('calls a sound track without sound silent', async () => {
    const { plan, report } = await runTry('pollo', pollo)
    if (!report.file) throw new Error('no file')
    const list = listAssumptions(plan, report.course, { ...report.file, isSilent: true })
    expect(list.find(({ name }) => name === 'sound')).toMatchObject({ expected: 'yes', found: 'silent', held: false })
  })

  it('waits for a late file, and reports the delay', async () => {
    let reads = 0
    const { report, differences } = await runTry('pollo', pollo, {
      answer(sent, usual) {
        if (!isFile(sent)) return usual()
        reads += 1
        return reads <= 5 ? new Response(null, { status: 404 }) : usual()
      },
    })
    expect(report.course.ending.kind).toBe('delivered')
    expect(differences).toMatchObject([{ name: 'file', found: 'Error: the file host returned HTTP 404' }])
  })

  it('names the host of a file that the settings refuse, and fetches nothing', async () => {
    const settings = { POLLO_FILE_ORIGINS: 'https://cdn.test' }
    const { report, differences, service } = await runTry('pollo', pollo, { settings })
    expect(report.summary.verdict).toBe('not delivered')
    expect(differences[0]).toEqual({
      name: 'file host',
      expected: 'https://cdn.test',
      found: 'https://files.test',
      held: false,
    })
    expect(service.sent.filter(isFile)).toEqual([])
  })

  it.each([
    ["a format that browsers don't play", renameSampleEntry('avc1', 'hvc1'), 'its picture is hvc1 (hevc), which', 1],
    ['a short video', VIDEO_BYTES, 'its picture lasts 1 s of 5 s', 3],
  ])('refuses %s as the API does', async (_, video, fault, reads) => {
    const { report, differences, service } = await runTry('pollo', pollo, { video })
    expect(report.course.ending.kind).toBe('not delivered')
    expect(report.course.ending.said).toContain(`The video can't be delivered. Error: ${fault}`)
    expect(differences[0]?.found).toContain(fault)
    expect(service.sent.filter(isFile)).toHaveLength(reads)
  })

  it('gives up a file that never arrives', async () => {
    const { report } = await runTry('pollo', pollo, {
      answer: (sent, usual) => (isFile(sent) ? new Response(null, { status: 404 }) : usual()),
    })
    expect(report.course).toMatchObject({ ending: { kind: 'not delivered' }, seconds: { total: 420, download: null } })
  })
})

describe('npm run try without a video', () => {
  it("reports a refused order in the provider's words, and asks for no status", async () => {
    const { report, service } = await runTry('pollo', pollo, { answer: () => pollo.error?.(402) ?? sendPage(402) })
    expect(report.summary).toMatchObject({ seconds: null, verdict: 'refused' })
    expect(report.course.ending.said).toBe(`pollo refused the order (provider_unavailable): 402 ERROR ${REASON} `)
    expect(report.assumptions.every(({ held }) => held === null)).toBe(true)
    expect(service.sent).toHaveLength(1)
  })

  it("reports a failed job with the provider's reason", async () => {
    const { report } = await runTry('pollo', pollo, {
      answer: (sent, usual) => (isCreate(sent) ? usual() : pollo.failed(sent)),
    })
    expect(report.course.ending).toEqual({ kind: 'failed', said: `pollo made no video: ${REASON}` })
  })

  it('says that a create request without an answer may still be charged, and sends no second one', async () => {
    const { report, service } = await runTry('pollo', pollo, { answer: timeOut })
    const { ending } = report.course
    expect(ending.kind).toBe('no answer')
    expect(ending.said).toContain(
      'TimeoutError: The operation was aborted due to timeout. pollo may still make the video',
    )
    expect(service.sent).toHaveLength(1)
    expect(report.exchanges[0]?.answered).toContain('TimeoutError')
  })

  it('finds a video by our job ID if the create request had no answer', async () => {
    const { report } = await runTry('kling', kling, {
      answer: (sent, usual) => (isCreate(sent) ? timeOut() : usual()),
    })
    expect(report.course).toMatchObject({
      ending: { kind: 'delivered' },
      taskId: `text2video?external_task_id=${JOB}`,
    })
  })

  it('ends after an hour, and says that the provider may still charge', async () => {
    const { report } = await runTry('pollo', pollo, {
      answer: (sent, usual) => (isCreate(sent) ? usual() : pollo.running(sent)),
    })
    expect(report.course.ending).toEqual({ kind: 'no answer', said: `No video within 60 minutes. ${MAY_CHARGE}` })
    expect(report.course.seconds).toMatchObject({ queue: 5, generation: null, total: 3600 })
  })

  it("ends if the provider doesn't know its own task", async () => {
    const { report } = await runTry('comfyui', comfy, {
      answer: (sent, usual) => (isCreate(sent) ? usual() : comfy.unknownTask.answer(sent)),
    })
    expect(report.course.ending.said).toContain("comfyui doesn't know the task.")
    expect(report.course.seconds.total).toBeLessThan(60)
  })

  it('pauses as long as the provider asks, after a 429', async () => {
    let checks = 0
    const { report } = await runTry('pollo', pollo, {
      answer(sent, usual) {
        if (!isCreate(sent)) checks += 1
        return checks === 1
          ? Response.json({ message: 'slow' }, { status: 429, headers: { 'retry-after': '40' } })
          : usual()
      },
    })
    expect(report.course.checks.slice(0, 2).map(({ at }) => at)).toEqual([5, 50])
  })
})

describe('npm run try, stopped by Ctrl+C', () => {
  it('names the task that may still be charged, and asks for no further status', async () => {
    const stop = new AbortController()
    const { report, service } = await runTry('pollo', pollo, {
      stop,
      onSleep: (seconds) => seconds === 60 && stop.abort(),
    })
    expect(report.course.ending).toEqual({ kind: 'stopped', said: `Stopped. ${MAY_CHARGE}` })
    expect(report.summary).toMatchObject({ seconds: null, verdict: 'stopped' })
    expect(service.sent).toHaveLength(12)
  })

  it.each([
    ['the create request', isCreate, 'Its task: unknown.'],
    ['a status check', (sent: SentRequest) => !isCreate(sent), MAY_CHARGE],
    ['the download', isFile, MAY_CHARGE],
  ])('ends %s at once', async (_, isHit, said) => {
    const stop = new AbortController()
    const { report } = await runTry('pollo', pollo, {
      stop,
      answer(sent, usual) {
        if (!isHit(sent)) return usual()
        setImmediate(() => stop.abort())
        return 'hang'
      },
    })
    expect(report.course.ending.kind).toBe('stopped')
    expect(report.course.ending.said).toContain(said)
    expect(report.course.fileFaults).toEqual([])
  })
})
