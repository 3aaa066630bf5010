import { useId } from 'react'
import { joinClasses } from '@/components/join-classes'
import type { Model } from '@/config/models'
import { describeMostTakes } from '@/state/jobs/job-text'
import type { Form } from '../inputs/form-store'
import { countMostTakes, MOST_TAKES, type TakeCapacity } from '../inputs/takes'

interface TakesFieldProps {
  form: Form
  takes: number
  room: TakeCapacity
  /** The ID of the element that shows describeTakes(). */
  noteId: string
}

const CHOICES = Array.from({ length: MOST_TAKES }, (_, index) => index + 1)

/** The number of takes, as high as the button next to it. Options above the user's limit are disabled. */
export function TakesField({ form, takes, room, noteId }: TakesFieldProps) {
  const id = useId()
  const most = countMostTakes(room)
  const isTooMany = (choice: number) => choice > Math.max(1, most) && choice !== takes
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={noteId}
      className="grid min-h-13 shrink-0 grid-cols-4 content-between rounded-md border border-hairline bg-ink"
    >
      <span id={id} className="col-span-4 pt-1 text-center text-xs leading-3 text-soft">
        Takes
      </span>
      {CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-label={choice === 1 ? '1 take' : `${choice} takes`}
          aria-pressed={choice === takes}
          disabled={isTooMany(choice)}
          title={isTooMany(choice) ? describeMostTakes(most, room) : undefined}
          onClick={() => form.takes.set(choice)}
          className={joinClasses(
            'min-h-8 w-8 rounded-md @min-[23rem]:w-8.5 text-[0.9375rem] tabular-nums transition-colors duration-150 pointer-coarse:min-h-11 pointer-coarse:w-11',
            choice === takes
              ? 'bg-raise font-semibold text-text shadow-[inset_0_0_0_1px_var(--color-amber)]'
              : 'text-soft enabled:hover:bg-raise enabled:hover:text-text disabled:cursor-not-allowed disabled:opacity-40',
          )}
        >
          {choice}
        </button>
      ))}
    </div>
  )
}

/** Explains why more takes aren't available, or why takes differ for models without seeds. Null if neither applies. */
export function describeTakes(models: readonly Model[], takes: number, room: TakeCapacity): string | null {
  const most = countMostTakes(room)
  if (most < MOST_TAKES) return describeMostTakes(most, room)
  const own = models.filter(({ takesSeed }) => !takesSeed).map(({ name }) => name)
  if (takes === 1 || own.length === 0) return null
  return `${own.join(' and ')} ${own.length === 1 ? 'ignores' : 'ignore'} seeds, so every take differs.`
}
