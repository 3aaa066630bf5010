import { useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { actionFailure } from './action-failure'
import type { ActionResult } from './action-result-note'
import { Section } from './section'
import { TEST_PLANS } from './test-plans'

/** Checks a balance against its entries, and grants the credits of a plan without paying. Both need test credits on. */
export function CreditActions({ onResult }: { onResult: (result: ActionResult) => void }) {
  const { creditsApi } = useServices()
  const { session, localUser } = useSession()
  const { refresh } = useCredits()
  const [typedId, setTypedId] = useState<string | null>(null)
  const [planId, setPlanId] = useState<string>(TEST_PLANS[0].id)
  const [busy, setBusy] = useState<'validate' | 'subscribe' | null>(null)
  const userId = (typedId ?? session?.user.id ?? localUser?.id ?? '').trim()

  const run = async (action: 'validate' | 'subscribe', work: () => Promise<string>) => {
    if (!userId) return onResult({ tone: 'bad', text: '请先输入用户ID' })
    setBusy(action)
    try {
      const text = await work()
      await refresh()
      onResult({ tone: 'ok', text })
    } catch (error) {
      onResult(actionFailure(error))
    } finally {
      setBusy(null)
    }
  }

  const validate = async () => {
    const { wasRepaired, currentCredits } = await creditsApi.validate(userId)
    const { balances } = await creditsApi.balance(userId)
    const lines = balances.map(
      ({ source, remaining, granted }) => `${source}：${formatCredits(remaining)} / ${formatCredits(granted)}`,
    )
    const state = wasRepaired ? '余额有误，已修复' : '余额正确'
    return [`${state}，当前积分：${formatCredits(currentCredits)}`, ...lines].join('\n')
  }

  const subscribe = async () => {
    const plan = TEST_PLANS.find(({ id }) => id === planId) ?? TEST_PLANS[0]
    const { totalCredits } = await creditsApi.addTestCredits({
      userId,
      amount: plan.credits,
      planId: plan.id,
      idempotencyKey: crypto.randomUUID(),
    })
    return `已添加 ${formatCredits(plan.credits)} 积分，当前积分：${formatCredits(totalCredits)}`
  }

  return (
    <Section heading="模拟订阅">
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <Field label="用户ID" className="min-w-0">
          {(control) => (
            <input
              {...control}
              className={controlClass}
              value={typedId ?? session?.user.id ?? localUser?.id ?? ''}
              onChange={(event) => setTypedId(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="套餐">
          {(control) => (
            <select {...control} className={controlClass} value={planId} onChange={(e) => setPlanId(e.target.value)}>
              {TEST_PLANS.map(({ id, credits }) => (
                <option key={id} value={id}>
                  {id}（{credits}）
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={busy === 'subscribe'} onClick={() => run('subscribe', subscribe)}>
          模拟订阅
        </Button>
        <Button variant="secondary" busy={busy === 'validate'} onClick={() => run('validate', validate)}>
          验证积分余额
        </Button>
      </div>
    </Section>
  )
}
