import type { CreditsApi } from '@/lib/credits-api'
import { formatCredits } from '@/lib/format-credits'
import type { ActionResult } from './action-result-note'
import type { TestPlan } from './test-plans'
import { getTexts } from './texts/texts'

export async function validateCredits(
  api: Pick<CreditsApi, 'validate' | 'balance'>,
  userId: string,
): Promise<ActionResult> {
  const text = getTexts().credits
  const { wasRepaired, currentCredits } = await api.validate(userId)
  const { totalCredits, balances } = await api.balance(userId)
  return {
    tone: 'ok',
    text: text.validated(wasRepaired, formatCredits(currentCredits)),
    facts: [
      { name: 'was_repaired', value: String(wasRepaired) },
      { name: 'current_credits', value: String(currentCredits) },
      { name: 'total_credits', value: String(totalCredits) },
      {
        name: 'balances',
        value:
          balances
            .map(({ source, remaining, granted }) =>
              text.balance(source, formatCredits(remaining), formatCredits(granted)),
            )
            .join('\n') || '—',
      },
    ],
  }
}

/** Grants a test plan's credits. Repeated requests of one call grant the credits once. */
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
  const balance = totalCredits === null ? null : formatCredits(totalCredits)
  return { tone: 'ok', text: getTexts().credits.added(formatCredits(credits), balance) }
}
