import { Mic, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { iconClass } from '@/components/control-class'
import { useObjectUrl } from '@/components/hooks/use-object-url'
import { joinClasses } from '@/components/join-classes'
import { PlayVoice } from './play-voice'
import { formatVoiceLength, type VoiceIntake } from './voice-intake'

interface VoiceInputProps {
  /** The chosen voice, with its length in seconds. `sound`: its file, or its address on the server. */
  voice: { name: string; sound: File | string | null; seconds: number } | null
  /** Whether the user confirmed the consent. Null for a stored voice, whose consent was confirmed before. */
  hasConsent: boolean | null
  hint: string
  problem: string | null
  intake: Pick<VoiceIntake, 'take' | 'setConsent' | 'remove'>
}

/** A field for a voice. Its user must confirm the consent of the person who speaks. */
export function VoiceInput({ voice, hasConsent, hint, problem, intake }: VoiceInputProps) {
  const id = useId()
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
      <p className="mb-2 text-sm text-soft">Voice</p>
      {voice ? (
        <>
          <div
            className={joinClasses(
              'flex items-center gap-2 rounded-md border bg-ink p-1.5',
              problem ? 'border-bad' : 'border-hairline',
            )}
          >
            <PlaySound {...voice} />
            <p className="min-w-0 flex-1 truncate">{voice.name}</p>
            <p className="text-sm text-soft tabular-nums">{formatVoiceLength(voice.seconds)}</p>
            <button
              type="button"
              aria-label={`Remove voice, ${voice.name}`}
              onClick={() => {
                isRemoved.current = true
                intake.remove()
              }}
              className={iconClass}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </div>
          {hasConsent !== null && (
            <label className="mt-1 flex min-h-11 w-fit cursor-pointer items-center gap-3 text-sm">
              <input
                name="voice"
                type="checkbox"
                checked={hasConsent}
                aria-describedby={describedBy}
                onChange={({ target }) => intake.setConsent(target.checked)}
                className="size-5 shrink-0 accent-amber"
              />
              This is my own voice, or the person agreed to its use here.
            </label>
          )}
        </>
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
              if (file) void intake.take(file)
              // Allows the user to choose the same file again after an error.
              target.value = ''
            }}
          />
          <span className="flex items-center gap-2 font-semibold">
            <Mic aria-hidden="true" className="size-5 text-amber" />
            Add a voice
          </span>
          <span aria-hidden="true" className="text-sm text-balance text-soft">
            {hint}
          </span>
        </label>
      )}
      <p id={describedBy} aria-live="assertive" className="text-sm text-bad not-empty:mt-2">
        {problem}
      </p>
    </div>
  )
}

function PlaySound({ name, sound }: { name: string; sound: File | string | null }) {
  const address = useObjectUrl(typeof sound === 'string' ? null : sound)
  return <PlayVoice name={name} url={typeof sound === 'string' ? sound : address} />
}
