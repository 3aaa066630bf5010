import type { StatementLine } from '@contract/credits'
import { PLANS } from '@/config/plans'

export function describeGrant({ grant }: Pick<StatementLine, 'grant'>): string {
  if (grant?.isFromAdministrator) return `Credits from the administrator: ${grant.note}`
  const plan = PLANS.find(({ id }) => id === grant?.source)
  return plan ? `${plan.name} plan` : grant?.note || 'Credits added'
}
