import type { Person } from '@contract/admin'
import { MAX_REASON_CHARACTERS } from '@contract/admin'
import { trimText } from '@contract/visible-text'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { isRefusedAs } from '@/lib/http/api-error'
import { toPlainText } from '@/lib/text'
import { FailureNote } from '../failure-note'
import { useAdminCall } from '../use-admin-call'
import type { PeoplePanelProps } from './people-api'
import { usePeopleTexts } from './texts/people-texts'

interface SuspendFormProps extends PeoplePanelProps {
  person: Person
  onPerson: (person: Person) => void
}

/** Suspends a person, or lifts the suspension, after a reason and a confirmation. */
export function SuspendForm({ api, person, isOnline, onRefused, onPerson }: SuspendFormProps) {
  const text = usePeopleTexts().suspend
  const { run, isBusy, failure } = useAdminCall(onRefused)
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [outcome, setOutcome] = useState<'suspended' | 'lifted' | 'gone' | null>(null)
  const suspends = person.suspension === null

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setOutcome(null)
    setIsMissing(!trimText(reason))
    if (trimText(reason) && isOnline) setIsAsking(true)
  }
  const confirm = () => {
    setIsAsking(false)
    return run(async () => {
      try {
        onPerson(await api.setSuspended(person.id, suspends, trimText(reason)))
        setOutcome(suspends ? 'suspended' : 'lifted')
        setReason('')
      } catch (error) {
        if (!isRefusedAs(error, 'no_such_user')) throw error
        setOutcome('gone')
      }
    })
  }

  return (
    <div className="grid gap-3">
      <form
        noValidate
        aria-label={suspends ? text.suspend : text.lift}
        onSubmit={onSubmit}
        className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <Field
          label={suspends ? text.suspendReason : text.liftReason}
          hint={text.reasonHint}
          error={isMissing && text.reasonMissing}
          className="min-w-0"
        >
          {(control) => (
            <input
              {...control}
              className={controlClass}
              maxLength={MAX_REASON_CHARACTERS}
              autoComplete="off"
              required
              readOnly={isBusy}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                setIsMissing(false)
              }}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant={suspends ? 'danger' : 'secondary'}
          busy={isBusy}
          disabled={!isOnline}
          className="justify-self-start sm:mt-7"
        >
          {suspends ? text.suspend : text.lift}
        </Button>
      </form>
      <p role="status" className="text-ok empty:sr-only">
        {outcome && text[outcome]}
      </p>
      {failure && <FailureNote failure={failure} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={suspends ? text.suspendTitle : text.liftTitle}
        confirmLabel={suspends ? text.suspend : text.lift}
        confirmVariant={suspends ? 'danger' : 'primary'}
        cancelLabel={text.cancel}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      >
        <p className="text-text wrap-anywhere">
          <bdi>{toPlainText(person.email) || person.id}</bdi>
        </p>
        <p>{suspends ? text.suspendText : text.liftText}</p>
      </ConfirmDialog>
    </div>
  )
}
