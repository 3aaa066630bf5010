import type { Account } from '@contract/account'
import { ACCOUNT_BUSY } from '@contract/sentences'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { useToast } from '@/components/toast/use-toast'
import { paths } from '@/config/paths'
import { formatCredits } from '@/lib/format-credits'
import { ApiError, isRefusedAs } from '@/lib/http/api-error'
import { foldText } from '@/lib/text'
import { useCredits } from '@/state/credits/use-credits'
import { useJobs } from '@/state/jobs/use-jobs'
import { useSessionStore } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'
import type { AccountApi } from '../account-api'
import { ACCOUNT_TEXT } from '../account-text'
import { DataPart } from '../data-part'

interface DeleteAccountProps {
  account: Account
  api: AccountApi
}

type Fault = 'wrong' | 'open' | 'ended' | 'failed'
const FAULTS: Record<Fault, string> = {
  wrong: ACCOUNT_TEXT.deleteWrong,
  open: ACCOUNT_BUSY,
  ended: ACCOUNT_TEXT.deleteEnded,
  failed: ACCOUNT_TEXT.deleteFailed,
}

export function DeleteAccount({ account, api }: DeleteAccountProps) {
  const store = useSessionStore()
  const navigate = useNavigate()
  const { show } = useToast()
  const isOnline = useOnline()
  const { credits, status } = useCredits()
  const hasOpenJob = useJobs(({ jobs }) => jobs.some(({ settlement }) => settlement === 'held'))
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const left = status === 'ready' ? credits : account.credits
  const reason = hasOpenJob ? ACCOUNT_BUSY : isOnline ? null : ACCOUNT_TEXT.offline

  async function confirm() {
    if (isBusy) return
    // The server also compares the email.
    if (foldText(email.trim()) !== foldText(account.email)) return setFault('wrong')
    setIsBusy(true)
    setFault(null)
    try {
      await api.delete(email.trim())
      await store.signOutDeleted()
      navigate(paths.home)
      show({ tone: 'ok', text: ACCOUNT_TEXT.deleted })
    } catch (error) {
      setFault(readFault(error))
      setIsBusy(false)
    }
  }

  function close() {
    setIsAsked(false)
    setEmail('')
    setFault(null)
  }

  return (
    <DataPart title={ACCOUNT_TEXT.delete} hint={ACCOUNT_TEXT.deleteHint}>
      <p className="max-w-prose text-soft">
        {ACCOUNT_TEXT.deleteGoes} {ACCOUNT_TEXT.deleteStays}
      </p>
      <div className="mt-5">
        <Button variant="danger" disabled={reason !== null} onClick={() => setIsAsked(true)}>
          Delete account…
        </Button>
        {reason && <p className="mt-2 max-w-prose text-sm text-soft">{reason}</p>}
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title="Delete your account?"
        confirmLabel={isBusy ? 'Deleting…' : 'Delete permanently'}
        cancelLabel="Cancel"
        onConfirm={confirm}
        onCancel={close}
      >
        <p>{ACCOUNT_TEXT.deleteGoes}</p>
        <p>{ACCOUNT_TEXT.deleteStays}</p>
        {left > 0 && (
          <p className="text-text">
            {left === 1 ? 'Your 1 credit is' : `Your ${formatCredits(left)} credits are`} lost, and can't be refunded.
          </p>
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <Field
            label={
              <>
                To confirm, type <span className="text-text wrap-anywhere">{account.email}</span>
              </>
            }
            error={fault && FAULTS[fault]}
          >
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={400}
                value={email}
                onChange={({ target }) => {
                  setEmail(target.value)
                  setFault(null)
                }}
                className={controlClass}
              />
            )}
          </Field>
        </form>
      </ConfirmDialog>
    </DataPart>
  )
}

function readFault(error: unknown): Fault {
  if (isRefusedAs(error, 'wrong_email')) return 'wrong'
  if (isRefusedAs(error, 'job_open')) return 'open'
  return error instanceof ApiError && error.status === 401 ? 'ended' : 'failed'
}
