import { MAX_AUDIO_SECONDS, readAudio } from '../../../supabase/functions/_shared/contract/media/audio.ts'
import { fetchInput, InputFault } from './fetch-input.ts'

export interface UploadedVoice {
  bytes: Uint8Array
  extension: 'mp3' | 'wav'
}

/** fal's limit. */
const MAX_VOICE_BYTES = 15 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000
const DATA_URI = /^data:audio\/[\w.+-]+;base64,/

/** Reads and checks a voice, which is a data URI or a URL. Throws InputFault. */
export async function readVoice(voice: string, origin: string): Promise<UploadedVoice> {
  const limits = { origin, maxBytes: MAX_VOICE_BYTES, timeoutMs: FETCH_TIMEOUT_MS }
  const bytes = DATA_URI.test(voice)
    ? new Uint8Array(Buffer.from(voice.replace(DATA_URI, ''), 'base64'))
    : await fetchInput(voice, limits)
  const facts = bytes && readAudio(bytes)
  if (!facts || facts.isCut) throw new InputFault('is not an MP3 or WAV file')
  if (facts.seconds > MAX_AUDIO_SECONDS) throw new InputFault(`must be at most ${MAX_AUDIO_SECONDS} seconds long`)
  return { bytes, extension: facts.mime === 'audio/wav' ? 'wav' : 'mp3' }
}
