import { readFile, writeFile } from 'node:fs/promises'
import { RATE, type Stereo, wrapIndex } from '../sound/stereo.ts'
import { runFfmpeg } from './tools.ts'

/** The number of samples in an AAC packet. */
export const PACKET = 1024
/** The number of packets from the loop's end to encode before its start. The encoder then has no audible start. */
const RUN_IN = 4

/** Writes a WAV file of 32-bit floats. It is `before` and `after` samples longer than one loop. */
export async function writeWav(file: string, { left, right }: Stereo, before = 0, after = 0): Promise<void> {
  const length = left.length + before + after
  const bytes = Buffer.alloc(44 + length * 8)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(3, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 8, 28)
  bytes.writeUInt16LE(8, 32)
  bytes.writeUInt16LE(32, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length * 8, 40)
  for (let i = 0; i < length; i++) {
    const from = wrapIndex(i - before, left.length)
    bytes.writeFloatLE(left[from] ?? 0, 44 + i * 8)
    bytes.writeFloatLE(right[from] ?? 0, 48 + i * 8)
  }
  await writeFile(file, bytes)
}

/**
 * Returns the AAC packets of one loop, encoded as a continuation of the previous loop. The player drops the first
 * packet. The last packet can extend past the loop's end.
 */
export async function encodeSound(scratch: string, sound: Stereo, bitsPerSecond: number): Promise<Uint8Array[]> {
  const wav = `${scratch}.wav`
  const adts = `${scratch}.aac`
  await writeWav(wav, sound, RUN_IN * PACKET, 4 * PACKET)
  await runFfmpeg('-i', wav, '-c:a', 'aac', '-b:a', String(bitsPerSecond), '-cutoff', '18000', adts)
  const bytes = await readFile(adts)
  const packets: Uint8Array[] = []
  for (let at = 0; at + 7 <= bytes.length; ) {
    const length = (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5)
    const header = ((bytes[at + 1] ?? 0) & 1) === 1 ? 7 : 9
    packets.push(bytes.subarray(at + header, at + length))
    at += length
  }
  // The encoder has a delay of one packet, so packet n holds the samples up to n * PACKET.
  return packets.slice(RUN_IN, RUN_IN + 1 + Math.ceil(sound.left.length / PACKET))
}
