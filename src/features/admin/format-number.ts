import type { JobCost } from '@contract/admin'

const format = new Intl.NumberFormat('en')

export const formatCount = (count: number) => format.format(count)

/** Returns a cost with at most four decimals, such as `$0.40` or `12.5 credits`. */
export function formatCost({ amount, unit }: JobCost['cost']): string {
  const isMoney = unit === 'usd'
  const text = amount.toLocaleString('en', { minimumFractionDigits: isMoney ? 2 : 0, maximumFractionDigits: 4 })
  return isMoney ? `$${text}` : `${text} ${unit}`
}
