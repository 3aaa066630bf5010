import { useId } from 'react'
import { joinClasses } from '@/components/join-classes'
import type { Model } from '@/config/models'
import type { Form } from '../inputs/form-store'
import { useFieldValue } from '../inputs/use-field-value'

/**
 * The sound switch. It keeps the choice while a silent model is chosen. It is a line of its own in a narrow form, and a
 * column next to the takes in a wide one.
 */
export function AudioField({ form, model }: { form: Form; model: Model }) {
  const id = useId()
  const isWanted = useFieldValue(form, 'generateAudio')
  const isOn = isWanted && model.hasSound
  const note = model.hasSound ? (isOn ? 'On' : 'Off') : 'Silent model'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 @min-[22rem]:block">
      <p id={`${id}-label`} className="text-sm text-soft @min-[22rem]:mb-2">
        Generate Audio
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        disabled={!model.hasSound}
        onClick={() => form.change({ generateAudio: !isOn })}
        className="audio-switch flex min-h-11 flex-row-reverse items-center gap-3 rounded-md text-left @min-[22rem]:flex-row"
      >
        <span
          className={joinClasses(
            'relative h-7 w-12 shrink-0 rounded-full border transition-colors duration-150',
            isOn ? 'border-transparent bg-amber' : 'border-edge bg-ink',
            !model.hasSound && 'opacity-45',
          )}
        >
          <span
            className={joinClasses(
              'absolute top-1/2 size-5 -translate-y-1/2 rounded-full transition-[left,background-color] duration-150',
              isOn ? 'left-6 bg-ink' : 'left-0.5 bg-soft',
            )}
          />
        </span>
        <span id={`${id}-note`} className="text-[0.8125rem] leading-tight text-balance text-soft">
          {note}
        </span>
      </button>
    </div>
  )
}
