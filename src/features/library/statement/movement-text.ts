import type { StatementLine } from '@contract/credits'
import { PLANS } from '@/config/plans'

export function movementText({ kind, credits, modelName, grant }: StatementLine): string {
  const video = modelName ? `a ${modelName} video` : 'a video'
  switch (kind) {
    case 'grant': {
      if (grant?.isFromAdministrator) return `Credits from the administrator: ${grant.note}`
      const plan = PLANS.find(({ id }) => id === grant?.source)
      return plan ? `${plan.name} plan` : grant?.note || 'Credits added'
    }
    case 'hold':
      return `${credits} credits held for ${video}`
    case 'capture':
      return `${credits} credits charged for ${video}`
    case 'release':
      return `${credits} credits returned for ${video}`
    default:
      return kind satisfies never
  }
}
