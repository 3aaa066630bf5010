// Defines the limits of a voice, and reads the length of an MP3 or WAV file. It reads headers only, and decodes no
// sound. MP3 and WAV are the formats that all providers of reference voices document.
//
// The API, the browser, and the local stand-in share this code, which therefore has no imports.

/** Runway documents this limit for data URIs. fal's is higher. */
export const MAX_AUDIO_BYTES = 5 * 1024 * 1024
/** The longest sound that any model takes, which is Seedance 2.5 at fal. */
export const MAX_AUDIO_SECONDS = 30.2

export interface AudioFacts {
  mime: 'audio/mpeg' | 'audio/wav'
  seconds: number
  /** Whether the end of the file is missing. */
  isCut: boolean
}

/** Returns null if the bytes aren't an MP3 or WAV file with sound. */
export function readAudio(bytes: Uint8Array): AudioFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readWav(view) ?? readMp3(view)
}

const RIFF = 0x52494646
const WAVE = 0x57415645
const FMT = 0x666d7420
const DATA = 0x64617461
/** PCM, floating point, and the extensible form of both. */
const WAV_CODECS = [0x0001, 0x0003, 0xfffe]

function readWav(view: DataView): AudioFacts | null {
  if (view.byteLength < 12 || view.getUint32(0) !== RIFF || view.getUint32(8) !== WAVE) return null
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [name, length, content] = [view.getUint32(at), view.getUint32(at + 4, true), at + 8]
    if (name === FMT && content + 16 <= view.byteLength) bytesPerSecond = readWavRate(view, content)
    if (name === DATA) {
      if (bytesPerSecond === 0 || length === 0) return null
      return { mime: 'audio/wav', seconds: length / bytesPerSecond, isCut: content + length > view.byteLength }
    }
    // A chunk with an odd length has a byte of padding.
    at = content + length + (length % 2)
  }
  return null
}

/** Returns the bytes per second, or 0 for a format that isn't plain samples. */
function readWavRate(view: DataView, at: number): number {
  const channels = view.getUint16(at + 2, true)
  const rate = view.getUint32(at + 4, true)
  const bits = view.getUint16(at + 14, true)
  const isKnown = WAV_CODECS.includes(view.getUint16(at, true)) && bits > 0 && bits % 8 === 0 && bits <= 64
  return isKnown && channels <= 8 && rate <= 384_000 ? (channels * rate * bits) / 8 : 0
}

interface Frame {
  bytes: number
  samples: number
  rate: number
  /** The bits that all frames of a file share: version, layer, and sample rate. */
  kind: number
}

/** Kilobits per second of Layer III, of MPEG 1 and of the versions with lower sample rates. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const SAMPLE_RATES = [44_100, 48_000, 32_000]
const MPEG_1 = 3
const MPEG_2 = 2
const LAYER_3 = 1

/** Returns the frame at an offset. Null if there is none, or if its bit rate is free. */
function readFrame(view: DataView, at: number): Frame | null {
  if (at + 4 > view.byteLength) return null
  const head = view.getUint32(at)
  const version = (head >>> 19) & 3
  if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== LAYER_3) return null
  const isFirst = version === MPEG_1
  const kilobits = BITRATES[isFirst ? 0 : 1][(head >>> 12) & 15] ?? 0
  const base = SAMPLE_RATES[(head >>> 10) & 3]
  if (!kilobits || !base) return null
  const rate = isFirst ? base : version === MPEG_2 ? base / 2 : base / 4
  const samples = isFirst ? 1152 : 576
  const bytes = Math.floor(((samples / 8) * kilobits * 1000) / rate) + ((head >>> 9) & 1)
  return { bytes, samples, rate, kind: head & 0xfffe0c00 }
}

function readMp3(view: DataView): AudioFacts | null {
  const start = skipId3(view)
  const first = readFrame(view, start)
  // One frame could be a coincidence. A second one at the right place isn't.
  if (!first || readFrame(view, start + first.bytes)?.kind !== first.kind) return null
  const announced = readFrameCount(view, start, first)
  let frames = 0
  let at = start
  for (let frame: Frame | null = first; frame?.kind === first.kind; frame = readFrame(view, at)) {
    frames += 1
    at += frame.bytes
  }
  // The frame with the count has no sound of its own.
  const sounding = announced === null ? frames : frames - 1
  const isCut = at > view.byteLength || (announced !== null && sounding < announced) || !isEnd(view, at)
  return { mime: 'audio/mpeg', seconds: (sounding * first.samples) / first.rate, isCut }
}

const ID3 = 0x494433

/** Returns the offset after an ID3v2 tag, whose length has seven bits per byte. */
function skipId3(view: DataView): number {
  if (view.byteLength < 10 || view.getUint32(0) >>> 8 !== ID3) return 0
  const length = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (view.getUint8(at) & 0x7f), 0)
  return 10 + length
}

const XING = 0x58696e67
const INFO = 0x496e666f

/** Returns the number of frames that an encoder wrote into the first frame. Null if it wrote none. */
function readFrameCount(view: DataView, at: number, { samples }: Frame): number | null {
  const isMono = ((view.getUint32(at) >>> 6) & 3) === 3
  const isFirst = samples === 1152
  // The side information comes before it.
  const tag = at + 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  if (tag + 12 > view.byteLength || ![XING, INFO].includes(view.getUint32(tag))) return null
  return (view.getUint32(tag + 4) & 1) === 1 ? view.getUint32(tag + 8) : null
}

const TAGS = [0x544147, 0x415045, 0x4c5952, 0x494433]

/** Returns whether nothing but a tag (ID3, APE, Lyrics3) or zeros follow. */
function isEnd(view: DataView, at: number): boolean {
  if (at + 4 <= view.byteLength && TAGS.includes(view.getUint32(at) >>> 8)) return true
  for (let rest = at; rest < view.byteLength; rest += 1) if (view.getUint8(rest) !== 0) return false
  return true
}
