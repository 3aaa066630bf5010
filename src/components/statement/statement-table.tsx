import type { StatementLine } from '@contract/credits'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { getVideoPath } from '@/config/paths'
import { formatCredits, formatTransaction } from '@/lib/format-credits'
import { formatDate } from '@/lib/format-date'
import { getJobName } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import type { StatementRow } from './fold-statement'
import { describeGrant } from './grant-text'

const STATES = {
  grant: { text: 'Added', tone: 'text-ok' },
  hold: { text: 'Held', tone: 'text-amber' },
  capture: { text: 'Charged', tone: 'text-text' },
  release: { text: 'Returned', tone: 'text-ok' },
} as const

const FIGURE = 'py-3 pl-[min(1rem,3vw)] text-right align-top'

/** The table of a statement. Its children are the `tbody` elements. */
export function StatementTable({ children }: { children: ReactNode }) {
  return (
    <table className="w-full text-[0.9375rem] tabular-nums">
      <thead className="text-left text-sm text-soft">
        <tr>
          <th scope="col" className="py-2 font-normal">
            Transaction
          </th>
          <th scope="col" className="py-2 pl-[min(1rem,3vw)] text-right font-normal">
            Credits
            <span className="block @min-[20rem]:hidden">Balance</span>
          </th>
          <th scope="col" className="py-2 pl-[min(1rem,3vw)] text-right font-normal @max-[20rem]:hidden">
            Balance
          </th>
        </tr>
      </thead>
      {children}
    </table>
  )
}

export function StatementRows({ rows }: { rows: readonly StatementRow[] }) {
  return rows.map(({ entry, state, amount, balanceAfter }) => (
    <tr key={entry.id} className="border-t border-hairline">
      <td className="py-3">
        <RowName entry={entry} />
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <span className={`font-semibold ${STATES[state].tone}`}>
            {STATES[state].text}
            {state === 'release' && ` ${formatCredits(entry.credits)}`}
          </span>
          {entry.prompt !== null && entry.modelName && <span>{entry.modelName}</span>}
          <time dateTime={entry.at}>{formatDate(entry.at)}</time>
        </p>
      </td>
      <StatementFigures amount={amount} balance={balanceAfter} />
    </tr>
  ))
}

interface StatementFiguresProps {
  /** Null if the row changes no balance, or its change isn't known. */
  amount: number | null
  balance: number
}

/** The last two cells of a row. Narrow screens show the balance below the credits. */
export function StatementFigures({ amount, balance }: StatementFiguresProps) {
  const tone = amount === null || amount < 0 ? '' : amount > 0 ? 'text-ok' : 'text-soft'
  return (
    <>
      <td className={`${FIGURE} whitespace-nowrap ${tone}`}>
        {amount !== null && formatTransaction(amount)}
        <span className="block text-soft @min-[20rem]:hidden">{formatCredits(balance)}</span>
      </td>
      <td className={`${FIGURE} @max-[20rem]:hidden`}>{formatCredits(balance)}</td>
    </>
  )
}

function RowName({ entry }: { entry: StatementLine }) {
  const { kind, jobId, prompt, modelName } = entry
  const title = useJobs(({ jobs }) => jobs.find(({ id }) => id === jobId)?.title ?? '')
  if (kind === 'grant') return <p>{describeGrant(entry)}</p>
  // The job was deleted or never created.
  if (jobId === null || prompt === null) return <p>{modelName ? `${modelName} video` : 'Video'}</p>
  return (
    <Link
      to={getVideoPath(jobId)}
      className="underline decoration-edge underline-offset-4 wrap-anywhere hover:decoration-amber"
    >
      {getJobName({ title, prompt })}
    </Link>
  )
}
