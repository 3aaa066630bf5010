import { AtSign } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import type { Model } from '@/config/models'
import { MESSAGES } from '@/state/jobs/job-text'
import { useSession } from '@/state/session/use-session'
import { helpClass } from '../help-class'
import type { Form } from '../inputs/form-store'
import { useFieldValue } from '../inputs/use-field-value'
import { useIsDirectMode } from '../use-is-direct-mode'

/** Loads the code for the cast at the form's first focus, so that the list opens at once. */
export const loadCastParts = () => import('../cast/cast-parts').then(({ CastParts }) => CastParts)

/** Loads the code of the cast when the prompt may name a member, or when the list opens. Null without an account's cast. */
export function useCastCode(form: Form) {
  const [isOpen, setIsOpen] = useState(false)
  const hasAt = useFieldValue(form, 'prompt').includes('@')
  const { isSignedIn } = useSession()
  const isOn = !useIsDirectMode() && isSignedIn
  const parts = useCode(loadCastParts, isOn && (hasAt || isOpen))
  return isOn ? { parts, isOpen, setIsOpen } : null
}

type CastCode = NonNullable<ReturnType<typeof useCastCode>>

/** A button that opens the names of the cast. They also open when the user types `@`. */
export function CastButton({ cast, promptRef }: { cast: CastCode; promptRef: RefObject<HTMLTextAreaElement | null> }) {
  const { parts, isOpen, setIsOpen } = cast
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <>
      <button type="button" popoverTarget={id} className={helpClass}>
        <AtSign aria-hidden="true" className="size-4" />
        Cast
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="form-popup cast-popup"
      >
        {isOpen && parts.isMissing && <MissingCode code={parts} text={MESSAGES.castMissing} className="p-2 text-sm" />}
      </div>
      {parts.code && <parts.code part="list" {...{ promptRef, popup }} wasOpened={isOpen} />}
    </>
  )
}

/** The members that the prompt names. Screen readers announce each change. */
export function CastSummary({ cast, form, models }: { cast: CastCode; form: Form; models: readonly Model[] }) {
  const { parts, isOpen } = cast
  return (
    <div aria-live="polite">
      {parts.code && <parts.code part="summary" {...{ form, models }} />}
      {!isOpen && parts.isMissing && (
        <MissingCode code={parts} text={MESSAGES.castMissing} className="mt-2 text-sm text-bad" />
      )}
    </div>
  )
}
