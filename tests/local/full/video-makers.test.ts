// Tests files of many encoders. If the check accepts a file, Chromium plays it with sound and to its end.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inspectVideoFile } from '../../../local/backend/inspect-video.ts'
import { checkVideo } from '../../../supabase/functions/api/services/delivery/video-file.ts'
import { runFfmpeg } from '../../../tools/media/encode/tools.ts'
import { BROWSER_ARGS, findBrowser } from '../../../tools/sizes/find-browser.ts'
import { makeFolder } from '../../support/make-folder.ts'

const folder = await makeFolder()
const SECONDS = 1
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=96x64:rate=12:duration=${SECONDS}`]
const SOUND = ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${SECONDS}`]
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-bf', '2', '-g', '6']
const FRAGMENTS = 'frag_keyframe+empty_moov'
const BOTH = [...PICTURE, ...SOUND]
const AAC = [...BOTH, ...H264, '-c:a', 'aac', '-shortest']

async function make(name: string, args: string[]): Promise<string> {
  const file = join(folder, name)
  await runFfmpeg(...args, '-strict', '-2', file)
  return file
}

async function check(file: string, orderedSeconds: number | null = SECONDS): Promise<number> {
  const bytes = new Uint8Array(await readFile(file))
  const read = async (start: number, end: number) => bytes.slice(start, end)
  try {
    return (await checkVideo({ size: bytes.byteLength, read }, orderedSeconds)).durationSeconds
  } finally {
    // The reader logs the name of an unknown codec.
    vi.mocked(console.warn).mockClear()
  }
}

const server = createServer((request, response) => {
  const name = request.url?.slice(1)
  if (!name) return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Videos</title>')
  return readFile(join(folder, name)).then(
    (bytes) => response.setHeader('content-type', 'video/mp4').end(bytes),
    () => response.writeHead(404).end(),
  )
})
let browser: Browser
let page: Page
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const args = [...BROWSER_ARGS, '--autoplay-policy=no-user-gesture-required']
  browser = await chromium.launch({ executablePath: findBrowser(), args })
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  await browser?.close()
  server.close()
})

/** Plays a file to its end. `soundBytes` is the number of sound bytes that Chromium decoded. */
const play = (name: string) =>
  page.evaluate(async (source) => {
    const video = document.createElement('video')
    video.muted = true
    // Playing in real time would take most of this file's time.
    video.defaultPlaybackRate = 4
    document.body.replaceChildren(video)
    const ended = new Promise<string>((resolve) => {
      video.onended = () => resolve('ended')
      video.onerror = () => resolve(video.error?.message ?? 'an error')
    })
    video.src = source
    await video.play().catch(() => {})
    const outcome = await ended
    const { totalVideoFrames: frames } = video.getVideoPlaybackQuality()
    const soundBytes = Number(Reflect.get(video, 'webkitAudioDecodedByteCount'))
    return { outcome, frames, soundBytes, seconds: video.duration }
  }, name)

describe('Video that browsers play', () => {
  it.each<[name: string, args: string[]]>([
    ['b-frames.mp4', [...PICTURE, ...H264]],
    ['b-frames-without-edit-list.mp4', [...PICTURE, ...H264, '-use_editlist', '0']],
    ['negative-offsets.mp4', [...PICTURE, ...H264, '-movflags', 'negative_cts_offsets']],
    ['tables-first.mp4', [...AAC, '-movflags', 'faststart']],
    ['fragments.mp4', [...AAC, '-movflags', FRAGMENTS]],
    ['a-fragment-for-each-frame.mp4', [...AAC, '-movflags', 'frag_every_frame+empty_moov']],
    // The first frames are in the movie box, and the others in fragments.
    ['movie-and-fragments.mp4', [...AAC, '-movflags', 'frag_keyframe']],
    ['dash.mp4', [...AAC, '-movflags', `${FRAGMENTS}+default_base_moof+dash`]],
    ['segment-index.mp4', [...AAC, '-movflags', `${FRAGMENTS}+default_base_moof+global_sidx`]],
    ['cmaf.mp4', [...AAC, '-movflags', 'cmaf']],
    ['quicktime.mov', AAC],
    ['time-code.mov', [...AAC, '-timecode', '00:00:00:00']],
    ['parameters-in-the-samples.mp4', [...PICTURE, ...H264, '-tag:v', 'avc3']],
    ['ten-bits.mp4', [...PICTURE, '-c:v', 'libx264', '-pix_fmt', 'yuv420p10le']],
    ['colors-of-each-pixel.mp4', [...PICTURE, '-c:v', 'libx264', '-pix_fmt', 'yuv444p']],
    ['vp9.mp4', [...PICTURE, '-c:v', 'libvpx-vp9', '-cpu-used', '8']],
    ['av1.mp4', [...PICTURE, '-c:v', 'libaom-av1', '-cpu-used', '8']],
    ...['libmp3lame', 'libopus', 'flac', 'libvorbis'].map((codec): [string, string[]] => [
      `${codec}.mp4`,
      [...BOTH, ...H264, '-c:a', codec, '-shortest'],
    ]),
    ...[
      'libmp3lame',
      'pcm_s16be',
      'pcm_s16le',
      'pcm_s24be',
      'pcm_s24le',
      'pcm_f32le',
      'pcm_u8',
      'pcm_alaw',
      'pcm_mulaw',
    ].map((codec): [string, string[]] => [`${codec}.mov`, [...BOTH, ...H264, '-c:a', codec, '-shortest']]),
  ])('accepts a video that Chromium plays: %s', async (name, args) => {
    const file = await make(name, args)
    // Fragments with reordered frames report a longer duration.
    const known = await check(file)
    expect(known).toBeGreaterThan(SECONDS * 0.95)
    expect(known).toBeLessThan(SECONDS * 1.25)
    expect(await inspectVideoFile(file)).toBeNull()
    const { outcome, frames, soundBytes, seconds } = await play(name)
    expect({ outcome, frames }).toEqual({ outcome: 'ended', frames: 12 })
    expect(Math.abs(seconds - known)).toBeLessThan(SECONDS * 0.25)
    if (args.includes('-c:a')) expect(soundBytes).toBeGreaterThan(100)
  })

  it('accepts a rotated video', async () => {
    const file = await make('upright.mp4', [...PICTURE, ...H264])
    await make('turned.mp4', ['-i', file, '-c', 'copy', '-metadata:s:v', 'rotate=90'])
    expect(await check(join(folder, 'turned.mp4'))).toBeCloseTo(SECONDS, 1)
  })

  it('accepts a video with 8 s of uncompressed sound', async () => {
    const long = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=12:duration=8']
    const sound = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=8']
    const file = await make('long-pcm.mov', [...long, ...sound, ...H264, '-c:a', 'pcm_s16le'])
    expect(await check(file, 8)).toBeCloseTo(8, 1)
  })

  it("accepts a video with additional tracks that aren't played", async () => {
    const second = ['-f', 'lavfi', '-i', `testsrc=size=64x64:rate=12:duration=${SECONDS}`]
    const [h265, map] = ['libx265', ['-map', '0', '-map', '1']]
    await make('second.mp4', [...PICTURE, ...second, ...map, ...H264, '-c:v:1', h265, '-x265-params', 'log-level=none'])
    expect(await check(join(folder, 'second.mp4'))).toBeCloseTo(SECONDS, 1)
    expect(await play('second.mp4')).toMatchObject({ outcome: 'ended', frames: 12 })
  })

  it('accepts a video whose boxes have 64-bit sizes', async () => {
    const film = await readFile(await make('sizes.mp4', [...AAC, '-movflags', 'faststart']))
    // All data after this box moves by 8 bytes, so no part is at its usual position.
    const large = widen(film, 'mdat')
    await writeFile(join(folder, 'large.mp4'), large)
    expect(await check(join(folder, 'large.mp4'))).toBeCloseTo(SECONDS, 1)
    expect(await play('large.mp4')).toMatchObject({ outcome: 'ended', frames: 12 })
  })
})

/** Gives a top-level box a 64-bit size. Its content moves by 8 bytes, and the tables' offsets move with it. */
function widen(film: Buffer, name: string): Buffer {
  const at = film.indexOf(name) - 4
  const header = Buffer.alloc(16)
  header.writeUInt32BE(1, 0)
  header.write(name, 4)
  header.writeBigUInt64BE(BigInt(film.readUInt32BE(at) + 8), 8)
  const moved = Buffer.from(film)
  for (let table = moved.indexOf('stco'); table !== -1; table = moved.indexOf('stco', table + 1)) {
    const chunks = moved.readUInt32BE(table + 8)
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const place = table + 12 + chunk * 4
      moved.writeUInt32BE(moved.readUInt32BE(place) + 8, place)
    }
  }
  return Buffer.concat([moved.subarray(0, at), header, moved.subarray(at + 8)])
}

describe("Video that browsers don't play", () => {
  const HEVC = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v']
  it.each<[name: string, format: RegExp, args: string[]]>([
    ['hev1.mp4', /picture is hev1/, [...PICTURE, ...HEVC, 'hev1']],
    ['hvc1.mp4', /picture is hvc1/, [...PICTURE, ...HEVC, 'hvc1']],
    ['prores.mov', /picture is apch/, [...PICTURE, '-c:v', 'prores_ks']],
    ['mpeg-4.mp4', /picture is mp4v/, [...PICTURE, '-c:v', 'mpeg4']],
    ['motion-jpeg.mov', /picture is jpeg/, [...PICTURE, '-c:v', 'mjpeg']],
    ['png.mov', /picture is png/, [...PICTURE, '-c:v', 'png']],
    ['only-sound.mp4', /no video track/, [...SOUND, '-c:a', 'aac']],
    ...(
      [
        ['ac3', 'ac-3'],
        ['eac3', 'ec-3'],
        ['alac', 'alac'],
        ['dca', 'mp4a \\(dts'],
        ['mp2', 'mp4a \\(an older layer'],
      ] as const
    ).map(([codec, named]): [string, RegExp, string[]] => [
      `${codec}.mp4`,
      new RegExp(`sound is ${named}`),
      [...BOTH, ...H264, '-c:a', codec],
    ]),
    [
      'ac3-before-aac.mp4',
      /sound is ac-3/,
      [...BOTH, ...SOUND, '-map', '0', '-map', '1', '-map', '2', ...H264, '-c:a:0', 'ac3', '-c:a:1', 'aac'],
    ],
    ['encrypted.mp4', /not a readable video|picture is encv/, [...AAC, ...encrypt()]],
  ])("refuses a video that browsers don't play and names its format: %s", async (name, format, args) => {
    await expect(check(await make(name, args))).rejects.toThrow(format)
  })
})

function encrypt(): string[] {
  const [key, id] = ['76a6c65c5ea762046bd749a2e632ccbb', 'a7e61c373e219033c21091fa607bf3b8']
  return ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', id]
}

describe('Video that is far shorter than ordered', () => {
  const FRAME = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=25:duration=0.04']
  it.each<[name: string, args: string[]]>([
    ['one-frame.mp4', [...FRAME, ...H264]],
    ['one-frame-with-sound.mp4', [...FRAME, ...SOUND, ...H264, '-c:a', 'aac']],
    ['one-frame-in-fragments.mp4', [...FRAME, ...SOUND, ...H264, '-c:a', 'aac', '-movflags', FRAGMENTS]],
  ])('refuses a video that is far shorter than ordered: %s', async (name, args) => {
    await expect(check(await make(name, args))).rejects.toThrow(/its picture lasts 0\.0\d+ s of 1 s/)
  })

  it('refuses a video that an edit list shortens', async () => {
    const whole = await make('whole.mp4', [...PICTURE, ...H264, '-bf', '0', '-g', '12'])
    const cut = await make('cut.mp4', ['-ss', '0.9', '-i', whole, '-c', 'copy'])
    await expect(check(cut)).rejects.toThrow(/its picture lasts 0.1 s of 1 s/)
  })

  it('refuses a video that shows one frame for all its seconds', async () => {
    const still = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=1/8:duration=8']
    await expect(check(await make('still.mp4', [...still, ...H264]), 8)).rejects.toThrow('a single frame')
  })
})
