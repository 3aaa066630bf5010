// Finds tracks in formats that Chromium plays everywhere, without hardware or system codecs
// (docs/decisions/006-delivery-and-ai-label.md).
import { EncodedPacketSink, type InputTrack } from 'mediabunny'
import { UnplayableFormatError } from './provider-file.ts'

/** Sample entry names, which also define how samples are stored: H.264, VP9, and AV1. */
const PICTURES = new Set(['avc1', 'avc3', 'vp09', 'av01'])
/** Sample entry names that identify the codec, including PCM. */
const SOUNDS = new Set([
  ...['Opus', 'fLaC', '.mp3'],
  ...['sowt', 'twos', 'raw ', 'in24', 'in32', 'fl32', 'fl64', 'lpcm', 'ipcm', 'fpcm', 'alaw', 'ulaw'],
])
/** The codecs that browsers play from an `mp4a` entry. */
const MP4A_CODECS = new Set(['aac', 'mp3', 'vorbis'])

/** Returns the first track that browsers play. Throws UnplayableFormatError with the format names if there is none. */
export async function findPlayable<T extends { track: InputTrack }>(
  kind: 'picture' | 'sound',
  tracks: readonly T[],
): Promise<T> {
  const refused: string[] = []
  for (const found of tracks) {
    const { track } = found
    const entry = String(await track.getInternalCodecId())
    const codec = await track.getCodec()
    if (PICTURES.has(entry) || SOUNDS.has(entry)) return found
    if (entry === 'mp4a' && codec && MP4A_CODECS.has(codec)) {
      if (codec !== 'mp3' || (await isLayer3(track))) return found
      refused.push('mp4a (an older layer than MP3)')
      continue
    }
    refused.push(codec && codec !== entry ? `${entry} (${codec})` : entry)
  }
  throw new UnplayableFormatError(`its ${kind} is ${refused.join(' and ')}, which not every browser plays`)
}

/** Returns whether the track is MP3. MP2 has the same number in the sample entry. */
async function isLayer3(track: InputTrack): Promise<boolean> {
  const [first = 0, second = 0] = (await new EncodedPacketSink(track).getFirstPacket())?.data ?? []
  return first !== 0xff || (second & 0b110) === 0b010
}
