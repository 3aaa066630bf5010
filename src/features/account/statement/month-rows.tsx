import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { joinClasses } from '@/components/join-classes'
import { StatementFigures, StatementRows } from '@/components/statement/statement-table'
import type { Month } from './months'

interface MonthRowsProps {
  month: Month
  isOpen: boolean
  onToggle: () => void
}

/** A month of the statement: its change and closing balance, and below them its transactions down to the opening balance. */
export function MonthRows({ month: { name, rows, totals }, isOpen, onToggle }: MonthRowsProps) {
  const id = useId()
  return (
    <tbody id={id} className="border-t border-edge">
      <tr className="font-semibold">
        <th scope="rowgroup" className="text-left align-top">
          <h3>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              className="flex min-h-12 w-full items-center gap-2 py-1 text-left hover:text-amber"
              onClick={onToggle}
            >
              <ChevronDown
                aria-hidden="true"
                className={joinClasses(
                  'size-4 shrink-0 text-soft transition-transform duration-150',
                  !isOpen && '-rotate-90',
                )}
              />
              {name}
            </button>
          </h3>
        </th>
        <StatementFigures amount={totals?.change ?? null} balance={rows[0]?.balanceAfter ?? 0} />
      </tr>
      {isOpen && (
        <>
          <StatementRows rows={rows} />
          {totals && (
            <tr className="border-t border-hairline text-soft">
              <td className="py-3">{`Opening balance on ${totals.openedOn}`}</td>
              <StatementFigures amount={null} balance={totals.opening} />
            </tr>
          )}
        </>
      )}
    </tbody>
  )
}
