import { describe, expect, it, vi } from 'vitest'
import { fetchVideoFile, UnusableFileError } from '../../../supabase/functions/api/services/video-file.ts'
import { VIDEO } from '../../support/server/api.ts'

const ORIGINS = ['https://files.test', 'https://files2.test']
const FIRST = 'https://files.test/one.mp4'

/** A server of files: by address, what it answers. What it was asked for is kept. */
function serve(answers: Record<string, () => Response>) {
  const asked: string[] = []
  const read = (url = FIRST) =>
    fetchVideoFile(url, ORIGINS, async (input, init) => {
      const request = new Request(input, init)
      asked.push(request.url)
      expect(request.redirect).toBe('manual')
      return answers[request.url]?.() ?? new Response(null, { status: 404 })
    })
  return { asked, read }
}
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => serve({ [FIRST]: () => new Response(bytes) })
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } })

/** The video with the number at `offset` bytes after the name of a box put to `value`. */
function lie(box: string, offset: number, value: number, which = 0): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(VIDEO)
  let at = bytes.indexOf(box)
  for (let seen = 0; seen < which; seen += 1) at = bytes.indexOf(box, at + 1)
  bytes.writeUInt32BE(value, at + offset)
  return new Uint8Array(bytes)
}

describe('redirects of a file', () => {
  it.each([FIRST.replace('one', 'two'), 'https://files2.test/one.mp4', '/three.mp4'])(
    'one to %s, on the list, is followed',
    async (to) => {
      const target = new URL(to, FIRST).href
      const { asked, read } = serve({ [FIRST]: redirect(to), [target]: () => new Response(VIDEO) })
      expect((await read()).durationSeconds).toBeCloseTo(1, 1)
      expect(asked).toEqual([FIRST, target])
    },
  )

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:5432/',
    'http://files.test/one.mp4',
    'https://files.test.evil/one.mp4',
    '//evil.test/one.mp4',
    'file:///etc/passwd',
    'http://[::1]/',
    'nonsense://',
  ])('one to %s is never followed, and the file counts as unusable', async (to) => {
    const { asked, read } = serve({ [FIRST]: redirect(to) })
    await expect(read()).rejects.toThrow(UnusableFileError)
    expect(asked).toEqual([FIRST])
  })

  it('a circle of them ends', async () => {
    const { asked, read } = serve({ [FIRST]: redirect(FIRST) })
    await expect(read()).rejects.toThrow(UnusableFileError)
    expect(asked).toHaveLength(4)
  })
})

describe('a file that lies about itself is unusable, and costs neither time nor memory', () => {
  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['four billion samples of one length', lie('stts', 12, 0xffff_ffff)],
    ['four billion lengths', lie('stts', 8, 0xffff_ffff)],
    ['four billion offsets of frames', lie('ctts', 12, 0xffff_ffff)],
    ['four billion samples in a chunk', lie('stsc', 16, 0xffff_ffff)],
    ['four billion chunks of sound', lie('stsc', 24, 0xffff_ffff, 1)],
    ['four billion sizes', lie('stsz', 12, 0xffff_ffff)],
    ['four billion key frames', lie('stss', 8, 0xffff_ffff)],
    ['an outermost box of no size', lie('moov', -4, 1)],
    ['a film that is larger than its file', lie('mdat', -4, 0x7fff_ffff).subarray(0, 5000)],
    ['a film of a codec that nobody knows', lie('avc1', 0, 0x7a7a_7a7a, 1)],
  ])('%s', async (_name, bytes) => {
    const started = performance.now()
    await expect(fileOf(bytes).read()).rejects.toThrow(UnusableFileError)
    expect(performance.now() - started).toBeLessThan(2000)
    // The reader names a codec that it does not know.
    vi.mocked(console.warn).mockClear()
  })

  it('another container than MP4', async () => {
    const webm = new Uint8Array([
      0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81, 1, 0x42, 0xf2, 0x81,
    ])
    await expect(fileOf(webm).read()).rejects.toThrow(UnusableFileError)
  })
})

it('a file without end is left off at 50 MB', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  await expect(serve({ [FIRST]: () => new Response(endless) }).read()).rejects.toThrow(/too large/)
  expect(sent).toBeLessThan(60)
})
