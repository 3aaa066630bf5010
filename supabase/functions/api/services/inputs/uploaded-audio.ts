import {
  type AudioFacts,
  MAX_AUDIO_BYTES,
  MAX_AUDIO_SECONDS,
  readAudio,
} from '../../../_shared/contract/media/audio.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import type { Bytes } from '../../bytes.ts'
import { RequestError } from '../../errors.ts'
import { decodeBase64, splitAudioUri } from '../image/data-uri.ts'

export interface UploadedAudio {
  bytes: Bytes
  mime: AudioFacts['mime']
  seconds: number
}

export const MAX_AUDIO_BASE64_CHARACTERS = Math.ceil(MAX_AUDIO_BYTES / 3) * 4

/** The names that browsers and programs give to both formats. */
const NAMES: Record<AudioFacts['mime'], string[]> = {
  'audio/mpeg': ['audio/mpeg', 'audio/mp3'],
  'audio/wav': ['audio/wav', 'audio/wave', 'audio/x-wav', 'audio/vnd.wave'],
}

/** Reads a voice from a base64 data URI. Its bytes decide the format. Throws RequestError for an invalid one. */
export function readUploadedAudio(dataUri: string): UploadedAudio {
  const split = splitAudioUri(dataUri)
  if (!split) throw new RequestError(REFUSALS.audioUnreadable())
  const bytes = split.base64.length > MAX_AUDIO_BASE64_CHARACTERS ? null : decodeBase64(split.base64)
  if (split.base64.length > MAX_AUDIO_BASE64_CHARACTERS || (bytes && bytes.byteLength > MAX_AUDIO_BYTES))
    throw new RequestError(REFUSALS.audioTooLarge(MAX_AUDIO_BYTES))
  if (!bytes) throw new RequestError(REFUSALS.audioUnreadable())
  const facts = readAudio(bytes)
  if (!facts) throw new RequestError(REFUSALS.audioFormat())
  const { mime, seconds, isCut } = facts
  if (!NAMES[mime].includes(split.type)) throw new RequestError(REFUSALS.audioOtherType(split.type, mime))
  if (isCut) throw new RequestError(REFUSALS.audioCut())
  if (seconds > MAX_AUDIO_SECONDS) throw new RequestError(REFUSALS.audioTooLong(MAX_AUDIO_SECONDS))
  return { bytes, mime, seconds }
}
