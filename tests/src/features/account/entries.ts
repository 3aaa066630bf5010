import type { StatementLine, StatementPage } from '@contract/credits'

export function testEntry(patch: Partial<StatementLine> = {}): StatementLine {
  return {
    id: '1',
    at: '2026-11-20T09:00:00Z',
    kind: 'grant',
    amount: 600,
    balanceAfter: 600,
    credits: 600,
    jobId: null,
    modelName: null,
    prompt: null,
    grant: { source: 'lite', isFromAdministrator: false, note: '' },
    ...patch,
  }
}

export function testStatement(entries: StatementLine[], nextCursor: string | null = null): StatementPage {
  const closingBalance = entries[0]?.balanceAfter ?? 0
  const openingBalance = closingBalance - entries.reduce((sum, { amount }) => sum + amount, 0)
  return { openingBalance, closingBalance, entries, nextCursor }
}
