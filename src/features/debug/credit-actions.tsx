import { useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { Panel } from '@/components/panel'
import { Select } from '@/components/select'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { ActionResultNote } from './action-result-note'
import { subscribe, validateCredits } from './credit-calls'
import { TEST_PLANS } from './test-plans'
import { useTexts } from './texts/texts'
import { useCreditAction } from './use-credit-action'
import { useTypedId } from './use-typed-id'

export function CreditActions({ onDone }: { onDone: () => void }) {
  const { creditsApi } = useServices()
  const text = useTexts().credits
  const { session, localUser } = useSession()
  const [typedId, setTypedId] = useTypedId()
  const [planId, setPlanId] = useState<string>(TEST_PLANS[0].id)
  const shownId = typedId ?? session?.user.id ?? localUser?.id ?? ''
  const { busy, result, run } = useCreditAction(shownId.trim(), onDone)
  const plan = TEST_PLANS.find(({ id }) => id === planId) ?? TEST_PLANS[0]
  const isIdMissing = result?.tone === 'bad' && shownId.trim() === ''

  return (
    <Panel heading={text.heading}>
      <div className="p-4 sm:p-6">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <Field label={text.userId} className="min-w-0">
            {(control) => (
              <input
                {...control}
                {...(isIdMissing ? { 'aria-invalid': true } : {})}
                className={controlClass}
                value={shownId}
                onChange={(event) => setTypedId(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label={text.plan}>
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={planId}
                onChange={(event) => setPlanId(event.target.value)}
              >
                {TEST_PLANS.map(({ id, credits }) => (
                  <option key={id} value={id}>
                    {text.planOption(id, credits)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button busy={busy === 'subscribe'} onClick={() => run('subscribe', (id) => subscribe(creditsApi, id, plan))}>
            {text.subscribe}
          </Button>
          <Button
            variant="secondary"
            busy={busy === 'validate'}
            onClick={() => run('validate', (id) => validateCredits(creditsApi, id))}
          >
            {text.validate}
          </Button>
        </div>
        <ActionResultNote result={result} />
      </div>
    </Panel>
  )
}
