// Every delivered file names the AI model that made it. A file that can't be marked is delivered unmarked.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMark } from '../../../../supabase/functions/_shared/contract/ai-mark.ts'
import { copyVideo } from '../../../../supabase/functions/api/services/delivery/copy-video.ts'
import { createFileMark } from '../../../../supabase/functions/api/services/delivery/file-mark.ts'
import { VIDEO } from '../../../harness/api.ts'
import { buildBox, buildCredentials, buildXmp, nameSource } from '../../../support/boxes.ts'
import { buildMark, MADE_WITH, startFinished } from '../../../support/server/delivery.ts'
import { PAID } from '../../../support/server/job.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const MIB = 1024 * 1024
const AI = nameSource('trainedAlgorithmicMedia')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Copies a file in chunks. Returns the stored bytes and the recorded facts. */
async function copy(file: Uint8Array, { made = MADE_WITH, length = file.byteLength as number | null } = {}) {
  let stored = Buffer.alloc(0)
  const starts = Array.from({ length: Math.ceil(file.byteLength / 60_000) }, (_, place) => place * 60_000)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const start of starts) controller.enqueue(new Uint8Array(file.subarray(start, start + 60_000)))
      controller.close()
    },
  })
  const copied = await copyVideo('https://files.test/one.mp4', 'job/one.mp4', made, null, {
    openFile: async () => ({ body, length }),
    videos: {
      write: async (_path, body) => {
        stored = Buffer.from(await new Response(body).arrayBuffer())
      },
      read: async (_path, start, end) => new Uint8Array(stored.subarray(start, end)),
    },
    inspectVideo: undefined,
  })
  return { stored, ...copied }
}

/** Returns the video with its packets in a last box that extends to the end of the file. */
function openLastBox(): Buffer {
  const file = Buffer.from(VIDEO)
  let last = 0
  for (let at = 0; at < file.byteLength; at += file.readUInt32BE(at)) last = at
  file.writeUInt32BE(0, last)
  return file
}

/** Returns the video, padded with an empty box to this many bytes. */
function pad(bytes: number): Buffer {
  const padding = Buffer.alloc(bytes - VIDEO.byteLength)
  padding.writeUInt32BE(padding.byteLength)
  padding.write('free', 4)
  return Buffer.concat([VIDEO, padding])
}

describe('copied video file', () => {
  it.each([
    ['of some KB', VIDEO],
    ['that ends with a MiB', pad(MIB)],
    ['that ends 100 bytes before a MiB', pad(2 * MIB - 100)],
  ])('appends an AI mark to a video %s, and counts the mark in the recorded size and checksum', async (_, file) => {
    const { stored, bytes, piecesSha256, mark, cause } = await copy(file)
    expect(Buffer.compare(stored, Buffer.concat([file, buildMark()]))).toBe(0)
    expect({ bytes, mark, cause }).toEqual({ bytes: stored.byteLength, mark: 'ai', cause: undefined })
    const pieces = Array.from({ length: Math.ceil(bytes / MIB) }, (_, i) =>
      sha256(stored.subarray(i * MIB, (i + 1) * MIB)),
    )
    expect(piecesSha256).toBe(sha256(Buffer.concat(pieces)).toString('hex'))
  })

  it.each([
    ['credentials at its end', Buffer.concat([VIDEO, buildCredentials()]), 'credentials'],
    [
      'credentials between other boxes',
      Buffer.concat([VIDEO, buildCredentials(), pad(MIB).subarray(VIDEO.byteLength)]),
      'credentials',
    ],
    ['XMP and credentials', Buffer.concat([VIDEO, buildXmp(AI), buildCredentials()]), 'credentials'],
    ['XMP of AI', Buffer.concat([VIDEO, buildXmp(AI)]), 'ai'],
    ['XMP of a program', Buffer.concat([VIDEO, buildXmp(nameSource('algorithmicMedia'))]), 'algorithm'],
  ])('stores a video with %s unchanged, byte for byte', async (_, file, mark) => {
    const { stored, ...copied } = await copy(file)
    expect(copied).toMatchObject({ mark, bytes: file.byteLength })
    expect(Buffer.compare(stored, file)).toBe(0)
  })

  it("adds a mark to a video with a camera's XMP, and no second mark when the video is copied again", async () => {
    const file = Buffer.concat([VIDEO, buildXmp(nameSource('digitalCapture'))])
    const first = await copy(file)
    expect(Buffer.compare(first.stored, Buffer.concat([file, buildMark()]))).toBe(0)
    const second = await copy(first.stored)
    expect(Buffer.compare(second.stored, first.stored)).toBe(0)
    expect(second.mark).toBe('ai')
  })

  it.each([
    ['its last box is open', openLastBox(), MADE_WITH, /last box/],
    ['the date is invalid', VIDEO, { ...MADE_WITH, createdAt: new Date(Number.NaN) }, /time/],
  ])('delivers a video without a mark, and reports the cause, if %s', async (_, file, made, cause) => {
    const { stored, ...copied } = await copy(file, { made })
    expect(copied).toMatchObject({ mark: null, bytes: file.byteLength, durationSeconds: expect.closeTo(5, 1) })
    expect(String(copied.cause)).toMatch(cause)
    expect(Buffer.compare(stored, file)).toBe(0)
  })

  it("doesn't count the mark's box toward the most boxes that a video may have", async () => {
    const file = Buffer.concat([VIDEO, ...Array.from({ length: 1996 }, () => buildBox('free', ''))])
    expect(await copy(file)).toMatchObject({ mark: 'ai', bytes: file.byteLength + buildMark().byteLength })
    await expect(copy(Buffer.concat([file, buildBox('free', '')]))).rejects.toThrow(/tables/)
  })

  it('adds no mark if the file has room for all of the mark but its last byte', () => {
    const end = (room: number) => {
      const mark = createFileMark(MADE_WITH)
      mark.see(new Uint8Array(VIDEO))
      return { tail: mark.getTail(room)?.byteLength, ...mark.getOutcome() }
    }
    const bytes = buildMark().byteLength
    expect(end(bytes)).toEqual({ tail: bytes, mark: 'ai', cause: undefined })
    expect(end(bytes - 1)).toMatchObject({ tail: undefined, mark: null, cause: expect.any(Error) })
  })

  it('refuses a video if more or fewer bytes arrive than its host promised', async () => {
    await expect(copy(VIDEO, { length: VIDEO.byteLength + 1 })).rejects.toThrow(/bytes came/)
  })
})

describe('AI mark', () => {
  const read = (mark: Uint8Array) => new TextDecoder().decode(mark.subarray(24))

  it("names the job's model and time in the mark, and nothing about the user", () => {
    const [size, text] = [buildMark().readUInt32BE(0), read(buildMark())]
    expect(size).toBe(buildMark().byteLength)
    expect(text.match(/\S+="[^"]*"/g)?.filter((one) => !one.startsWith('xmlns') && !one.startsWith('id='))).toEqual([
      'begin="\uFEFF"',
      'rdf:about=""',
      'xmp:CreatorTool="Kling 1.6"',
      'xmp:CreateDate="2026-11-25T10:00:00Z"',
      'Iptc4xmpExt:AISystemUsed="Kling 1.6"',
      'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"',
      'end="r"',
    ])
  })

  it('names no AI system and no date in the mark of a program that draws', () => {
    const text = read(createMark({ sourceType: 'algorithmicMedia', tool: 'A program', createdAt: null }))
    expect(text).toContain('/algorithmicMedia"')
    expect(text).not.toMatch(/AISystemUsed|CreateDate/)
  })

  it("escapes a name in the mark, and removes characters that XML can't contain", () => {
    const tool = '<Veo> & "Kling"\u0007\uD800\uFFFE 3'
    const text = read(createMark({ ...MADE_WITH, sourceType: 'trainedAlgorithmicMedia', tool }))
    expect(text).toContain('xmp:CreatorTool="&lt;Veo&gt; &amp; &quot;Kling&quot;  3"')
  })
})

describe('delivered video', () => {
  const readMark = async (job: string) =>
    (await sql('select video_mark as mark from public.jobs where id = $1', [job]))[0]

  it('marks a delivered video once after a failed attempt, and records the mark in the job', async () => {
    const { poll, provider, clock, job, booked, request, user } = await startFinished()
    provider.intercept.file = () => new Response(null, { status: 500 })
    expect((await poll()).job.videoMark).toBeNull()
    provider.intercept = {}
    clock.now += 5000
    const { result, job: progress } = await poll()
    expect(progress).toMatchObject({ settlement: 'captured', videoMark: 'ai' })
    const served = await supabase.fetch(new Request(result.url))
    const shown = (await request('GET', `/api/jobs/${job}`, user)).body.data
    expect(shown.videoMark).toBe('ai')
    const mark = buildMark(new Date(shown.createdAt))
    expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.concat([VIDEO, mark]))
    expect(await booked()).toEqual(PAID)
  })

  it("delivers and charges a video that can't be marked, and notes the missing mark in the job and the log", async () => {
    const { poll, provider, job, booked, log } = await startFinished()
    provider.intercept.file = () => new Response(new Uint8Array(openLastBox()))
    expect(await poll()).toMatchObject({ status: 'succeed', job: { videoMark: null } })
    expect(await readMark(job)).toEqual({ mark: null })
    expect(log).toContainEqual({
      level: 'warn',
      message: 'video not marked as made by AI',
      jobId: job,
      cause: expect.stringContaining('last box'),
    })
    expect(await booked()).toEqual(PAID)
  })
})
