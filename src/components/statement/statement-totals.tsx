import { formatCredits, formatTransaction } from '@/lib/format-credits'
import type { Statement } from './fold-statement'

export function StatementTotals({ opening, closing }: Pick<Statement, 'opening' | 'closing'>) {
  const figures = [
    { name: 'Opening balance', value: formatCredits(opening) },
    { name: 'Net change', value: formatTransaction(closing - opening) },
    { name: 'Available now', value: `${formatCredits(closing)} credits` },
  ]
  return (
    <dl className="grid gap-x-10 gap-y-1 tabular-nums sm:flex">
      {figures.map(({ name, value }, index) => (
        <div key={name} className="flex justify-between gap-4 sm:block">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className={index === figures.length - 1 ? 'text-lg font-semibold' : 'text-lg'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
