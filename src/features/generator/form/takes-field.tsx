import type { Model } from '@/config/models'
import { describeMostTakes } from '@/state/jobs/job-text'
import type { Form } from '../inputs/form-store'
import { countMostTakes, MOST_TAKES, type TakeCapacity } from '../inputs/takes'
import { ChoiceField } from './choice-field'

interface TakesFieldProps {
  form: Form
  takes: number
  room: TakeCapacity
  /** The ID of the element that shows describeTakes(). */
  noteId: string
}

const CHOICES = Array.from({ length: MOST_TAKES }, (_, index) => index + 1)

/** The number of takes. Options above the user's limit are disabled. */
export function TakesField({ form, takes, room, noteId }: TakesFieldProps) {
  const most = countMostTakes(room)
  return (
    <ChoiceField
      label="Takes"
      // The gaps are small, so that each option is as wide as a finger beside the durations.
      columns="gap-0.5 grid-cols-4"
      chosen={takes}
      describedBy={noteId}
      onChange={form.takes.set}
      choices={CHOICES.map((choice) => ({
        value: choice,
        name: choice === 1 ? '1 take' : `${choice} takes`,
        content: choice,
        refusal: choice > Math.max(1, most) && choice !== takes ? describeMostTakes(most, room) : null,
      }))}
    />
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
