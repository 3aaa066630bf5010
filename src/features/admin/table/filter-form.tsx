import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { Spinner } from '@/components/spinner'
import type { LogFilter } from '../log-query'
import { useTexts } from '../texts/texts'
import type { AdminTexts } from '../texts/zh'

/** The first day that the server accepts. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2100-12-31'

interface FilterFormProps {
  draft: LogFilter
  searchField: Ref<HTMLInputElement>
  onDraft: (draft: LogFilter) => void
  isFiltered: boolean
  isOnline: boolean
  isLoading: boolean
  onFilter: (filter: LogFilter) => void
  onClear: () => void
  children: ReactNode
}

export function FilterForm({ draft, onDraft, isOnline, isLoading, onFilter, children, ...rest }: FilterFormProps) {
  const text = useTexts().filter
  const [error, setError] = useState<string | null>(null)
  const set = (change: Partial<LogFilter>) => {
    onDraft({ ...draft, ...change })
    setError(null)
  }
  const clear = () => {
    setError(null)
    rest.onClear()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { ...draft, email: draft.email.trim() }
    const problem = findProblem(wanted, text)
    setError(problem)
    if (!problem && isOnline) onFilter(wanted)
  }

  return (
    <form
      noValidate
      aria-label={text.heading}
      onSubmit={submit}
      className="grid gap-4 border-b border-hairline p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid gap-4 min-[26rem]:grid-cols-2 md:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <Field label={text.email} className="min-w-0 min-[26rem]:col-span-2 md:col-span-1">
          {(control) => (
            <input
              {...control}
              ref={rest.searchField}
              className={controlClass}
              type="search"
              value={draft.email}
              maxLength={320}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
        <DateField label={text.from} value={draft.from} error={error} onChange={(from) => set({ from })} />
        <DateField label={text.to} value={draft.to} error={null} onChange={(to) => set({ to })} />
      </div>
      <div className="flex flex-wrap items-start gap-3 lg:pt-7">
        <Button type="submit" disabled={!isOnline} aria-busy={isLoading}>
          {isLoading ? <Spinner /> : <Search aria-hidden="true" className="size-4.5" />}
          {text.submit}
        </Button>
        {rest.isFiltered && (
          <Button variant="quiet" disabled={!isOnline} onClick={clear}>
            {text.clear}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}

interface DateFieldProps {
  label: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

function DateField({ label, value, error, onChange }: DateFieldProps) {
  return (
    <Field label={label} error={error} className="min-w-0">
      {(control) => (
        <input
          {...control}
          className={controlClass}
          type="date"
          value={value}
          min={FIRST_DAY}
          max={LAST_DAY}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function findProblem({ from, to }: LogFilter, text: AdminTexts['filter']): string | null {
  if ([from, to].some((day) => day !== '' && (day.length > LAST_DAY.length || day < FIRST_DAY || day > LAST_DAY)))
    return text.outside(FIRST_DAY, LAST_DAY)
  return from && to && from > to ? text.reversed : null
}
