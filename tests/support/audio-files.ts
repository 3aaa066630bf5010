// Makes WAV and MP3 files of a chosen length.

/** Creates a WAV file with a tone, in 16 bits. */
export function createWav(seconds: number, { rate = 16_000, channels = 1 } = {}): Buffer {
  const frames = Math.round(seconds * rate)
  const data = Buffer.alloc(frames * channels * 2)
  for (let frame = 0; frame < frames; frame += 1)
    for (let channel = 0; channel < channels; channel += 1)
      data.writeInt16LE(
        Math.round(12_000 * Math.sin((2 * Math.PI * 440 * frame) / rate)),
        (frame * channels + channel) * 2,
      )
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * channels * 2, 8)
  format.writeUInt16LE(channels * 2, 12)
  format.writeUInt16LE(16, 14)
  const body = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)])
  return chunk('RIFF', body)
}

/** Creates a chunk of a WAV file. */
export function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)])
}

/** 128 kbit/s, 44.1 kHz, mono. */
const MP3_HEAD = [0xff, 0xfb, 0x90, 0xc0]
const MP3_FRAME_BYTES = 417
export const MP3_FRAME_SECONDS = 1152 / 44_100

/** Creates a silent MP3 file of this many frames. */
export function createMp3(frames: number): Buffer {
  const frame = Buffer.alloc(MP3_FRAME_BYTES)
  frame.set(MP3_HEAD)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** Puts the first frame before a file, in which an encoder writes the number of frames. */
export function addFrameCount(mp3: Buffer, count: number): Buffer {
  const first = createMp3(1)
  first.write('Info', 21)
  first.writeUInt32BE(1, 25)
  first.writeUInt32BE(count, 29)
  return Buffer.concat([first, mp3])
}

export const audioUri = (bytes: Uint8Array, type = 'audio/wav') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
