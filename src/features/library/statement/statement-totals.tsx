import { formatCredits, formatMovement } from '@/lib/format-credits'
import type { StatementSum } from './statement-sum'

export function StatementTotals({ sum: { opening, movements, closing } }: { sum: StatementSum }) {
  const figures = [
    { name: 'Opening balance', value: formatCredits(opening) },
    { name: 'Movements', value: formatMovement(movements) },
    { name: 'To spend now', value: `${formatCredits(closing)} credits` },
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
