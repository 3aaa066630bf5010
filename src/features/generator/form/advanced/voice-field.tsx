import type { AudioLimits } from '@contract/inputs'
import { describeVoiceLength } from '@contract/sentences'
import { useStore } from '@/components/hooks/use-store'
import { VoiceInput } from '@/components/voice/voice-input'
import type { Model } from '@/config/models'
import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import type { AdvancedInputsStore } from '../../advanced-inputs/advanced-inputs-store'
import { getSubmitStore } from '../../submit-generation'

interface VoiceFieldProps {
  advanced: AdvancedInputsStore
  model: Model
  limits: AudioLimits
}

/** A voice for the people in the video. */
export function VoiceField({ advanced, model, limits }: VoiceFieldProps) {
  const { voice } = useStore(advanced.inputs)
  const fault = useStore(advanced.voice.fault)
  const found = useSelector(getSubmitStore(useServices()), ({ problem }) =>
    problem?.field === 'voice' ? problem.message : null,
  )
  return (
    <VoiceInput
      voice={voice && { name: voice.file.name, sound: voice.file, seconds: voice.seconds }}
      hasConsent={voice?.hasConsent ?? null}
      hint={`Optional. An MP3 or WAV file, up to ${Math.floor(limits.maxSeconds)} seconds.`}
      problem={fault ?? (voice && describeVoiceLength(voice.seconds, limits, model.name)) ?? found}
      intake={advanced.voice}
    />
  )
}
