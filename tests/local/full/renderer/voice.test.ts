// Tests the sound of a clip with a voice: the voice is audible in it, whatever its format.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderClip } from '../../../../local/renderer/clip.ts'
import { readVoice } from '../../../../local/renderer/sound/voice.ts'
import { createMp3, createWav, MP3_FRAME_SECONDS } from '../../../support/audio-files.ts'
import { writePicture } from '../../renderer/pictures.ts'
import { decodeClip } from '../video-service/decode-clip.ts'

const RATE = 48_000

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** Returns the level of a tone in samples. */
function measureTone(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * at) / RATE
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}

it.each([
  ['mono', { rate: 16_000 }],
  ['stereo', { rate: 44_100, channels: 2 }],
])('reads a %s WAV file at the rate of the clip, at one level', async (name, format) => {
  const samples = await readVoice(await write(`${name}.wav`, createWav(1, format)), RATE)
  expect(samples.length).toBe(RATE)
  expect(measureTone(samples, 440)).toBeCloseTo(0.9, 1)
  expect(measureTone(samples, 660)).toBeLessThan(0.01)
})

it('reads an MP3 file in its length', async () => {
  const samples = await readVoice(await write('a.mp3', createMp3(40)), RATE)
  expect(samples.length / RATE).toBeCloseTo(40 * MP3_FRAME_SECONDS, 1)
  expect(samples.every((sample) => Math.abs(sample) < 0.001)).toBe(true)
})

it('puts the voice into the sound of the clip, and stays silent if the request is', async () => {
  const imagePath = await writePicture(folder, 200)
  const voicePath = await write('c.wav', createWav(1))
  const request = {
    prompt: 'a parade',
    seed: 3,
    seconds: 1,
    frameRate: 6,
    imagePath: null,
    referencePaths: [imagePath],
  }
  const measure = async (over: object) => {
    const { audio } = await decodeClip(new Uint8Array(await renderClip({ ...request, sound: true, ...over })))
    return audio && measureTone(audio.left, 440)
  }
  expect(await measure({ voicePath })).toBeGreaterThan(0.08)
  expect(await measure({})).toBeLessThan(0.03)
  expect(await measure({ voicePath, sound: false })).toBeNull()
})

it('refuses a file that is no sound', async () => {
  await expect(readVoice(await write('b.wav', Buffer.from('no sound')), RATE)).rejects.toThrow()
})
