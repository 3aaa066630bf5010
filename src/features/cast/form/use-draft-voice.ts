import type { CastMember, ChangeCastMemberBody } from '@contract/cast'
import { MAX_AUDIO_SECONDS } from '@contract/media/audio'
import { VOICE_CONSENT_MISSING } from '@contract/sentences'
import { useRef, useState } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { createVoiceIntake, type Voice } from '@/components/voice/voice-intake'
import { createStore } from '@/lib/store'
import { CAST_TEXT } from '../cast-text'

type VoiceChange = Pick<ChangeCastMemberBody, 'voice' | 'voiceConsent'>

function createDraft() {
  const chosen = createStore<Voice | null>(null)
  return { chosen, intake: createVoiceIntake({ get: chosen.get, set: chosen.set, onEdit: () => {} }) }
}

/** The voice of the form: the member's own, a new file, or none. A new file is uploaded when the form is saved. */
export function useDraftVoice(member: CastMember | null) {
  const [stored, setStored] = useState(member?.voice ?? null)
  const [{ chosen, intake }] = useState(createDraft)
  const voice = useStore(chosen)
  const fault = useStore(intake.fault)
  const [isReading, setIsReading] = useState(false)
  const uploaded = useRef<{ file: File; id: string } | null>(null)

  function findProblem(): string | null {
    if (isReading) return CAST_TEXT.voiceReading
    if (!voice) return null
    return voice.seconds > MAX_AUDIO_SECONDS ? CAST_TEXT.voiceTooLong : voice.hasConsent ? null : VOICE_CONSENT_MISSING
  }

  return {
    voice: voice
      ? { name: voice.file.name, sound: voice.file, seconds: voice.seconds }
      : stored && { name: member?.name ?? '', sound: stored.url, seconds: stored.seconds },
    hasConsent: voice?.hasConsent ?? null,
    isChanged: voice !== null || stored !== (member?.voice ?? null),
    /** The message about a file that was refused. The form can be saved without it. */
    fault,
    /** Says what the user has to do before saving. Null if nothing is missing. */
    problem: findProblem(),
    intake: {
      ...intake,
      async take(file: File) {
        setIsReading(true)
        await intake.take(file)
        setIsReading(false)
      },
      remove() {
        setStored(null)
        intake.remove()
      },
    },
    /** Uploads a new voice. Returns the fields that change the member's voice. */
    async upload(send: (file: File) => Promise<string>): Promise<VoiceChange> {
      if (!voice) return member?.voice && !stored ? { voice: null } : {}
      const { file } = voice
      if (uploaded.current?.file !== file) uploaded.current = { file, id: await send(file) }
      return { voice: uploaded.current.id, voiceConsent: voice.hasConsent }
    },
    /** Forgets the ID of a new voice, which the server no longer has. */
    forget() {
      uploaded.current = null
    },
  }
}
