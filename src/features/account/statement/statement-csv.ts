import type { StatementPage } from '@contract/credits'
import { foldStatement, type StatementRow } from '@/components/statement/fold-statement'
import { describeGrant } from '@/components/statement/grant-text'
import { createCsv } from '@/lib/csv'

const COLUMNS = ['Time (UTC)', 'Transaction', 'Model', 'State', 'Credits', 'Balance']

const STATES = { grant: 'Added', hold: 'Held', capture: 'Charged', release: 'Returned' } as const

export async function createStatementCsv(
  readPage: (cursor: string | undefined) => Promise<StatementPage>,
  signal: AbortSignal,
): Promise<string> {
  const pages: StatementPage[] = []
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    pages.push(await readPage(cursor))
    signal.throwIfAborted()
  }
  return createCsv(COLUMNS, (foldStatement(pages)?.rows ?? []).map(listCells))
}

function listCells({ entry, state, amount, balanceAfter }: StatementRow): (string | number)[] {
  const name = entry.kind === 'grant' ? describeGrant(entry) : entry.prompt || 'Video'
  return [entry.at, name, entry.modelName ?? '', STATES[state], amount, balanceAfter]
}
