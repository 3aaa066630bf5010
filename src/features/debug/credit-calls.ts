import type { CreditsApi } from '@/lib/credits-api'
import { formatCredits } from '@/lib/format-credits'
import type { ActionResult } from './action-result-note'
import type { TestPlan } from './test-plans'

export async function validate(api: Pick<CreditsApi, 'validate' | 'balance'>, userId: string): Promise<ActionResult> {
  const { wasRepaired, currentCredits } = await api.validate(userId)
  const { totalCredits, balances } = await api.balance(userId)
  return {
    tone: 'ok',
    text: `${wasRepaired ? '余额有误，已修复' : '余额正确'}，当前积分：${formatCredits(currentCredits)}`,
    facts: [
      { name: 'was_repaired', value: String(wasRepaired) },
      { name: 'current_credits', value: String(currentCredits) },
      { name: 'total_credits', value: String(totalCredits) },
      {
        name: 'balances',
        value:
          balances
            .map(
              ({ source, remaining, granted }) => `${source}：${formatCredits(remaining)} / ${formatCredits(granted)}`,
            )
            .join('\n') || '—',
      },
    ],
  }
}

/** One call is one grant, however often it is sent. */
export async function subscribe(
  api: Pick<CreditsApi, 'addTestCredits'>,
  userId: string,
  { id, credits }: TestPlan,
): Promise<ActionResult> {
  const { totalCredits } = await api.addTestCredits({
    userId,
    amount: credits,
    planId: id,
    idempotencyKey: crypto.randomUUID(),
  })
  const balance = totalCredits === null ? '' : `，当前积分：${formatCredits(totalCredits)}`
  return { tone: 'ok', text: `已添加 ${formatCredits(credits)} 积分${balance}` }
}
