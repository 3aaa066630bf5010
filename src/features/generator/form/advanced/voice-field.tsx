import type { AudioLimits } from '@contract/inputs'
import { describeVoiceLength } from '@contract/sentences'
import { Mic, Pause, Play, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { joinClasses } from '@/components/join-classes'
import type { Model } from '@/config/models'
import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import type { Voice } from '../../advanced-inputs/advanced-inputs'
import type { AdvancedInputsStore } from '../../advanced-inputs/advanced-inputs-store'
import { ADVANCED_TEXT } from '../../advanced-inputs/text'
import type { VoiceIntake } from '../../advanced-inputs/voice'
import { useObjectUrl } from '../../image/use-object-url'
import { getSubmitStore } from '../../submit-generation'
import { iconClass } from './reference-item'

interface VoiceFieldProps {
  advanced: AdvancedInputsStore
  model: Model
  limits: AudioLimits
}

/** A voice for the people in the video. Its user must confirm the consent of the person who speaks. */
export function VoiceField({ advanced, model, limits }: VoiceFieldProps) {
  const id = useId()
  const { voice } = useStore(advanced.inputs)
  const fault = useStore(advanced.voice.fault)
  const found = useSelector(getSubmitStore(useServices()), ({ problem }) =>
    problem?.field === 'voice' ? problem.message : null,
  )
  const problem = fault ?? (voice && describeVoiceLength(voice.seconds, limits, model.name)) ?? found
  const describedBy = `${id}-problem`

  // The focus returns to the input when it is rendered again.
  const input = useRef<HTMLInputElement>(null)
  const isRemoved = useRef(false)
  useEffect(() => {
    if (!voice && isRemoved.current) input.current?.focus()
    isRemoved.current = false
  }, [voice])

  return (
    <div>
      <p id={`${id}-label`} className="mb-2 text-sm text-soft">
        Voice
      </p>
      {voice ? (
        <ChosenVoice
          voice={voice}
          intake={advanced.voice}
          isFaulty={problem !== null}
          describedBy={describedBy}
          onRemove={() => {
            isRemoved.current = true
            advanced.voice.remove()
          }}
        />
      ) : (
        <label
          className={joinClasses(
            'flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-md border border-dashed bg-ink p-4 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber',
            problem ? 'border-bad' : 'border-hairline hover:border-edge',
          )}
        >
          <input
            ref={input}
            type="file"
            accept="audio/mpeg,audio/wav,.mp3,.wav"
            aria-invalid={problem !== null || undefined}
            aria-describedby={describedBy}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void advanced.voice.take(file)
              // Allows the user to choose the same file again after an error.
              target.value = ''
            }}
          />
          <span className="flex items-center gap-2 font-semibold">
            <Mic aria-hidden="true" className="size-5 text-amber" />
            Add a voice
          </span>
          <span aria-hidden="true" className="text-sm text-balance text-soft">
            Optional. An MP3 or WAV file, up to {Math.floor(limits.maxSeconds)} seconds.
          </span>
        </label>
      )}
      <p id={describedBy} aria-live="assertive" className="text-sm text-bad not-empty:mt-2">
        {problem}
      </p>
    </div>
  )
}

interface ChosenVoiceProps {
  voice: Voice
  intake: VoiceIntake
  isFaulty: boolean
  describedBy: string
  onRemove: () => void
}

function ChosenVoice({ voice, intake, isFaulty, describedBy, onRemove }: ChosenVoiceProps) {
  const { file, seconds, hasConsent } = voice
  return (
    <>
      <div
        className={joinClasses(
          'flex items-center gap-2 rounded-md border bg-ink p-1.5',
          isFaulty ? 'border-bad' : 'border-hairline',
        )}
      >
        <PlayVoice file={file} />
        <p className="min-w-0 flex-1 truncate">{file.name}</p>
        <p className="text-sm text-soft tabular-nums">{Math.round(seconds * 10) / 10} s</p>
        <button type="button" aria-label={`Remove voice, ${file.name}`} onClick={onRemove} className={iconClass}>
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      <label className="mt-1 flex min-h-11 w-fit cursor-pointer items-center gap-3 text-sm">
        <input
          name="voice"
          type="checkbox"
          checked={hasConsent}
          aria-describedby={describedBy}
          onChange={({ target }) => intake.setConsent(target.checked)}
          className="size-5 shrink-0 accent-amber"
        />
        {ADVANCED_TEXT.voiceConsent}
      </label>
    </>
  )
}

function PlayVoice({ file }: { file: File }) {
  const address = useObjectUrl(file)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const Icon = isPlaying ? Pause : Play

  function toggle() {
    if (isPlaying) audio.current?.pause()
    // The browser may refuse a file that the video service takes.
    else void audio.current?.play().catch(() => setIsPlaying(false))
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the user's own sound has no captions */}
      <audio
        ref={audio}
        src={address ?? undefined}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
      />
      <button
        type="button"
        aria-label={`${isPlaying ? 'Pause' : 'Play'} voice, ${file.name}`}
        onClick={toggle}
        className={iconClass}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </>
  )
}
