import type { StatementPage } from '@contract/credits'
import { formatCredits, formatMovement } from '@/lib/format-credits'
import { dateText } from '../library-text'
import { nameOf } from '../video-name'
import { rowId } from '../videos/use-row-focus'
import { movementText } from './movement-text'

interface StatementTableProps {
  entries: StatementPage['entries']
  onGoal: (jobId: string) => void
}

export function StatementTable({ entries, onGoal }: StatementTableProps) {
  return (
    <table className="w-full text-[0.9375rem] tabular-nums">
      <thead className="text-left text-sm text-soft">
        <tr>
          <th scope="col" className="py-2 font-normal">
            Transaction
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
        {entries.map((entry) => {
          const { id, at, amount, balanceAfter, jobId, prompt } = entry
          return (
            <tr key={id} className="border-t border-hairline align-baseline">
              <td className="py-3">
                {movementText(entry)}
                {jobId !== null && prompt !== null && (
                  <a
                    href={`#${rowId(jobId)}`}
                    onClick={(event) => {
                      // Its row may be in no page that was loaded, or too far away to be in the document.
                      event.preventDefault()
                      onGoal(jobId)
                    }}
                    className="block text-sm text-soft underline decoration-edge underline-offset-4 wrap-anywhere hover:text-text"
                  >
                    {nameOf({ prompt })}
                  </a>
                )}
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
          )
        })}
      </tbody>
    </table>
  )
}
