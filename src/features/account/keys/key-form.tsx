import {
  type CreateKeyBody,
  DEFAULT_KEY_DAYS,
  DEFAULT_KEY_LIMIT,
  type KeyScope,
  MAX_KEY_LIMIT,
  MAX_KEY_NAME_CHARACTERS,
} from '@contract/keys'
import { trimText } from '@contract/visible-text'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { Select } from '@/components/select'
import { DAYS, describeCreateFailure, KEY_TEXT, SCOPES } from './key-text'

interface KeyFormProps {
  isOnline: boolean
  /** Rejects if no key was created. */
  onCreate: (choices: CreateKeyBody) => Promise<void>
  onCancel: () => void
}

export function KeyForm({ isOnline, onCreate, onCancel }: KeyFormProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope>('read')
  const [limit, setLimit] = useState(String(DEFAULT_KEY_LIMIT))
  const [days, setDays] = useState<number>(DEFAULT_KEY_DAYS)
  const [isBusy, setIsBusy] = useState(false)
  /** Whether the user has submitted the form. Errors appear only after that. */
  const [wasTried, setWasTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const dailyLimit = scope === 'create' ? Number(limit) : DEFAULT_KEY_LIMIT
  const hasName = trimText(name) !== ''
  const isLimit = Number.isInteger(dailyLimit) && dailyLimit >= 1 && dailyLimit <= MAX_KEY_LIMIT

  async function create(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    setFailure(null)
    if (!hasName || !isLimit) return
    const [chosen] = DAYS.find(([choice]) => choice === days) ?? [DEFAULT_KEY_DAYS]
    setIsBusy(true)
    try {
      await onCreate({ name: trimText(name), scope, days: chosen, dailyLimit })
    } catch (error) {
      setFailure(describeCreateFailure(error))
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={create} className="grid gap-5">
      <Field label="Name" hint={KEY_TEXT.nameHint} error={wasTried && !hasName && KEY_TEXT.nameMissing}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_KEY_NAME_CHARACTERS}
            value={name}
            onChange={({ target }) => setName(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <ScopeChoice scope={scope} onChange={setScope} />
      {scope === 'create' && (
        <Field label="Daily limit" hint={KEY_TEXT.limitHint} error={wasTried && !isLimit && KEY_TEXT.limitWrong}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={limit}
              onChange={({ target }) => setLimit(target.value)}
              className={controlClass}
            />
          )}
        </Field>
      )}
      <Field label="The key works for">
        {(control) => (
          <Select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))} className="w-full">
            {DAYS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy} disabled={!isOnline}>
          Create key
        </Button>
      </div>
    </form>
  )
}

function ScopeChoice({ scope: chosen, onChange }: { scope: KeyScope; onChange: (scope: KeyScope) => void }) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-soft">Permissions</legend>
      {SCOPES.map(({ scope, name, hint }) => (
        <label key={scope} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name={id}
            checked={scope === chosen}
            onChange={() => onChange(scope)}
            className="mt-0.5 size-5 shrink-0 accent-amber"
          />
          <span>
            {name}
            <span className="block text-sm text-soft">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
