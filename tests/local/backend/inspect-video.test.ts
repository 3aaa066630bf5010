import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inspectVideoFile } from '../../../local/backend/inspect-video.ts'
import { checkVideo } from '../../../supabase/functions/api/services/delivery/video-file.ts'
import { makeFolder } from '../../support/make-folder.ts'

const FILM = 'tests/harness/one-second.mp4'

const folder = await makeFolder()

async function getFile(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, bytes)
  return file
}

describe('Video decoder check', () => {
  it('finds no fault in a video that plays', async () => {
    expect(await inspectVideoFile(FILM)).toBeNull()
  })

  it('detects a video of zeros, which the container check accepts', async () => {
    const bytes = new Uint8Array(await readFile(FILM))
    const from = Buffer.from(bytes).indexOf('mdat') + 4
    const size = new DataView(bytes.buffer).getUint32(from - 8)
    bytes.fill(0, from, from - 8 + size)
    const read = async (start: number, end: number) => bytes.slice(start, end)
    expect((await checkVideo({ size: bytes.byteLength, read }, 1)).durationSeconds).toBeCloseTo(1, 1)
    expect(await inspectVideoFile(await getFile('zeros.mp4', bytes))).toMatch(/^none of \d+ frames could be decoded$/)
  })

  it("names the format of a video that it can't decode", async () => {
    const film = await readFile(FILM)
    film.write('apch', film.indexOf('avc1', film.indexOf('stsd')))
    expect(await inspectVideoFile(await getFile('prores.mov', film))).toBe('no decoder for apch')
  })

  it.each([
    ['text', 'not a video'],
    ['nothing', ''],
  ])('finds no fault in a file that contains %s', async (name, content) => {
    expect(await inspectVideoFile(await getFile(`${name}.mp4`, content))).toBeNull()
  })

  it.each([
    ['crashes', 'process.abort()'],
    ['ends without a result', 'setTimeout(() => process.exit(3), 50)'],
    ['sends an invalid result', 'process.send(null, () => process.exit())'],
  ])('finds no fault if the decoder %s', async (name, code) => {
    const worker = await getFile(`${name}.mjs`, code)
    expect(await inspectVideoFile(FILM, pathToFileURL(worker))).toBeNull()
  })
})
