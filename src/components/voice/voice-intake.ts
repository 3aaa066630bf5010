// Reads the voice that a user adds to a video or to the cast. Only its header is read here; the server checks it again.
import { MAX_AUDIO_BYTES, readAudio } from '@contract/media/audio'
import { AUDIO_CUT, AUDIO_FORMAT } from '@contract/sentences'
import { createStore, type Store } from '@/lib/store'

export interface Voice {
  /** An MP3 or WAV file, with the type that its bytes have. */
  file: File
  seconds: number
  /** Whether the user confirmed that the voice is their own, or that the person agreed. */
  hasConsent: boolean
}

const VOICE_FAULTS = {
  empty: 'This file is empty. Choose another one.',
  tooBig: `This file is larger than ${MAX_AUDIO_BYTES / 1024 / 1024} MB. Choose a smaller one.`,
  unreadable: "We couldn't read this file. If it's in a cloud folder, download it first, then choose it again.",
} as const

export interface VoiceIntake {
  /** The message about a file that can't be used. */
  fault: Store<string | null>
  /** Replaces the voice. A file that can't be used leaves the current voice. */
  take(file: File): Promise<void>
  setConsent(hasConsent: boolean): void
  remove(): void
  /** Discards the file that is being read, and the message. */
  stop(): void
}

interface VoiceDeps {
  get(): Voice | null
  set(voice: Voice | null): void
  /** Called when the user changes the voice. */
  onEdit(): void
}

export function createVoiceIntake({ get, set, onEdit }: VoiceDeps): VoiceIntake {
  const fault = createStore<string | null>(null)
  let asked = 0

  function stop() {
    asked += 1
    fault.set(null)
  }

  return {
    fault,
    async take(file) {
      onEdit()
      stop()
      const mine = asked
      const voice = await readVoice(file)
      if (mine !== asked) return
      if (typeof voice === 'string') fault.set(voice)
      else set(voice)
    },
    setConsent(hasConsent) {
      const voice = get()
      if (!voice) return
      onEdit()
      set({ ...voice, hasConsent })
    },
    remove() {
      onEdit()
      stop()
      set(null)
    },
    stop,
  }
}

/** Returns the voice, with a copy of its bytes, or the message about the file. */
async function readVoice(file: File): Promise<Voice | string> {
  if (file.size === 0) return VOICE_FAULTS.empty
  if (file.size > MAX_AUDIO_BYTES) return VOICE_FAULTS.tooBig
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes) return VOICE_FAULTS.unreadable
  const facts = readAudio(new Uint8Array(bytes))
  if (!facts) return AUDIO_FORMAT
  if (facts.isCut) return AUDIO_CUT
  const { mime, seconds } = facts
  return { file: new File([bytes], file.name, { type: mime }), seconds, hasConsent: false }
}

export const formatVoiceLength = (seconds: number) => `${Math.round(seconds * 10) / 10} s`
