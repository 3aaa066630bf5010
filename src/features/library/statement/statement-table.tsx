import type { StatementPage } from '@contract'
import { formatCredits, formatMovement } from '@/lib/format-credits'
import { dateText } from '../library-text'

export function StatementTable({ entries }: { entries: StatementPage['entries'] }) {
  return (
    <table className="w-full text-[0.9375rem] tabular-nums">
      <thead className="text-left text-sm text-soft">
        <tr>
          <th scope="col" className="py-2 font-normal">
            Movement
          </th>
          <th scope="col" className="py-2 pl-[min(1rem,3vw)] text-right font-normal">
            Credits
            <span className="block @min-[15rem]:hidden">Balance</span>
          </th>
          <th scope="col" className="py-2 pl-[min(1rem,3vw)] text-right font-normal @max-[15rem]:hidden">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, description, amount, balanceAfter }) => (
          <tr key={id} className="border-t border-hairline align-baseline">
            <td className="py-3">
              {description}
              <time dateTime={at} className="block text-sm text-soft">
                {dateText(at)}
              </time>
            </td>
            <td
              className={`py-3 pl-[min(1rem,3vw)] text-right whitespace-nowrap ${amount > 0 ? 'text-ok' : amount < 0 ? '' : 'text-soft'}`}
            >
              {formatMovement(amount)}
              <span className="block text-soft @min-[15rem]:hidden">{formatCredits(balanceAfter)}</span>
            </td>
            <td className="py-3 pl-[min(1rem,3vw)] text-right @max-[15rem]:hidden">{formatCredits(balanceAfter)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
