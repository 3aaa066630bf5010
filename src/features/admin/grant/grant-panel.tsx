import { MAX_REASON_CHARACTERS } from '@contract/admin'
import { CircleAlert, CircleCheck, Coins } from 'lucide-react'
import type { FormEvent, Ref } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { joinClasses } from '@/components/join-classes'
import { Panel } from '@/components/panel'
import { Spinner } from '@/components/spinner'
import { formatCredits } from '@/lib/format-credits'
import type { Credential } from '../credential'
import { useTexts } from '../texts/texts'
import { GrantDialog } from './grant-dialog'
import { formatUserName, type GrantFailure } from './grant-messages'
import { useGrant } from './use-grant'

interface GrantPanelProps {
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
  firstField?: Ref<HTMLInputElement>
  /** The user to grant to. Without it, the form asks for one. */
  userId?: string
  /** Called once the server has confirmed the grant. */
  onGranted?: () => void
}

export function GrantPanel({ credential, isOnline, onRefused, firstField, userId, onGranted }: GrantPanelProps) {
  const { form, state, change, submit, confirm, cancel } = useGrant({
    credential,
    isOnline,
    onRefused,
    userId,
    onGranted,
  })
  const text = useTexts().grant
  const isBusy = state.status === 'looking_up' || state.status === 'granting'
  const problems = state.status === 'editing' ? state.problems : null
  const [before, after] =
    state.status === 'granted' ? text.granted(formatCredits(state.amount), formatCredits(state.user.credits)) : []
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <Panel heading={text.heading} aside={text.aside}>
      <form
        noValidate
        aria-label={text.heading}
        onSubmit={onSubmit}
        className={joinClasses(
          'grid items-start gap-4 p-4 sm:p-6',
          userId === undefined
            ? 'sm:grid-cols-[minmax(0,1fr)_9rem] lg:grid-cols-[minmax(0,1.2fr)_9rem_minmax(0,1.5fr)_auto]'
            : 'lg:grid-cols-[9rem_minmax(0,1fr)_auto]',
        )}
      >
        {userId === undefined && (
          <Field label={text.user} error={problems?.user} className="min-w-0">
            {(control) => (
              <input
                {...control}
                ref={firstField}
                className={controlClass}
                maxLength={320}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                readOnly={isBusy}
                value={form.user}
                onChange={(event) => change({ user: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field label={text.amount} error={problems?.amount} className="min-w-0">
          {(control) => (
            <input
              {...control}
              className={`${controlClass} tabular-nums`}
              inputMode="numeric"
              maxLength={9}
              autoComplete="off"
              required
              readOnly={isBusy}
              value={form.amount}
              onChange={(event) => change({ amount: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={text.reason}
          hint={text.reasonHint}
          error={problems?.reason}
          className={joinClasses('min-w-0', userId === undefined && 'sm:col-span-2 lg:col-span-1')}
        >
          {(control) => (
            <input
              {...control}
              className={controlClass}
              maxLength={MAX_REASON_CHARACTERS}
              autoComplete="off"
              required
              readOnly={isBusy}
              value={form.reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          )}
        </Field>
        <Button
          type="submit"
          disabled={!isOnline}
          aria-busy={isBusy}
          className={joinClasses('justify-self-start lg:mt-7', userId === undefined && 'sm:col-span-2 lg:col-span-1')}
        >
          {isBusy ? <Spinner /> : <Coins aria-hidden="true" className="size-4.5" />}
          {text.submit}
        </Button>
      </form>
      <div role="status" className="px-4 pb-4 empty:hidden sm:px-6 sm:pb-6">
        {state.status === 'granted' && (
          <p ref={intoView} className="flex gap-2.5">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
            <span className="wrap-anywhere">
              {before}
              <bdi>{formatUserName(state.user)}</bdi>
              {after}
            </span>
          </p>
        )}
        {state.status === 'granting' && text.granting}
      </div>
      {state.status === 'editing' && state.failure && <Failure failure={state.failure} />}
      <GrantDialog grant={state.status === 'confirming' ? state : null} onConfirm={confirm} onCancel={cancel} />
    </Panel>
  )
}

/** Scrolls to the outcome, which is below the button and may be outside the window. */
function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView?.({ block: 'nearest' })
}

function Failure({ failure }: { failure: GrantFailure }) {
  return (
    <div ref={intoView} className="flex gap-2.5 px-4 pb-4 sm:px-6 sm:pb-6">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      <div>
        <p role="alert">{failure.text}</p>
        {failure.detail && (
          <p lang="en" className="mt-0.5 text-sm text-soft wrap-anywhere">
            {failure.detail}
          </p>
        )}
      </div>
    </div>
  )
}
