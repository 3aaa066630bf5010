import { type CreateShareBody, DEFAULT_SHARE_DAYS } from '@contract/shares'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '@/components/button'
import { Field } from '@/components/field'
import { Select } from '@/components/select'
import type { SucceededJob } from '@/state/jobs/job'
import { DAYS, describeCreateFailure, describeSharing } from './share-text'

interface LinkFormProps {
  job: SucceededJob
  isOnline: boolean
  /** Whether the form is below a new link that the user should copy first. */
  isAnother: boolean
  /** Rejects if no link was created. */
  onCreate: (choices: CreateShareBody) => Promise<void>
}

export function LinkForm({ job, isOnline, isAnother, onCreate }: LinkFormProps) {
  const [days, setDays] = useState<number>(DEFAULT_SHARE_DAYS)
  const [showsPrompt, setShowsPrompt] = useState(false)
  const [isIndexed, setIsIndexed] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function create(event: FormEvent) {
    event.preventDefault()
    const [chosen] = DAYS.find(([choice]) => choice === days) ?? [DEFAULT_SHARE_DAYS]
    setIsBusy(true)
    setFailure(null)
    try {
      await onCreate({ days: chosen, showsPrompt, isIndexed })
    } catch (error) {
      setFailure(describeCreateFailure(error))
    }
    setIsBusy(false)
  }

  return (
    <form onSubmit={create} className="grid gap-4">
      {!isAnother && <p className="text-[0.9375rem] text-soft">{describeSharing(job)}</p>}
      <Field label="The link works for">
        {(control) => (
          <Select
            {...control}
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
            className="w-full sm:w-48"
          >
            {DAYS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid">
        <Choice isOn={showsPrompt} onChange={setShowsPrompt}>
          Show the prompt
        </Choice>
        <Choice isOn={isIndexed} onChange={setIsIndexed}>
          Let search engines list this page
        </Choice>
      </div>
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <Button
        type="submit"
        variant={isAnother ? 'secondary' : 'primary'}
        busy={isBusy}
        disabled={!isOnline}
        className="justify-self-start"
      >
        {isAnother ? 'Create another link' : 'Create link'}
      </Button>
    </form>
  )
}

interface ChoiceProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

function Choice({ isOn, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-amber"
      />
      {children}
    </label>
  )
}
