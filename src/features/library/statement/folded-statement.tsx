import type { StatementPage } from '@contract/credits'
import { foldStatement } from '@/components/statement/fold-statement'
import { StatementBalance } from '@/components/statement/statement-balance'
import { StatementRows, StatementTable } from '@/components/statement/statement-table'

/** Shows the balance, and one row per job or grant, for the loaded pages of transactions. */
export function FoldedStatement({ pages }: { pages: readonly StatementPage[] }) {
  const folded = foldStatement(pages)
  if (!folded) return null
  const isWhole = pages.at(-1)?.nextCursor === null
  return (
    <>
      <div>
        <StatementBalance credits={folded.closing} />
        {!folded.addsUp && (
          <p className="mt-2 text-bad">Your balance changed while this was loading. Reopen the statement.</p>
        )}
      </div>
      {folded.rows.length > 0 && (
        <StatementTable>
          <tbody>
            <StatementRows rows={folded.rows} />
          </tbody>
        </StatementTable>
      )}
      {folded.rows.length === 0 && isWhole && <p className="text-soft">No transactions yet.</p>}
    </>
  )
}
