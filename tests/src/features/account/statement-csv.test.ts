// @vitest-environment node
import type { StatementPage } from '@contract/credits'
import { expect, it } from 'vitest'
import { groupByMonth } from '@/features/account/statement/months'
import { createStatementCsv } from '@/features/account/statement/statement-csv'
import { testEntry, testStatement } from './entries'

const job = { jobId: 'a', modelName: 'Veo 3', grant: null, credits: 330 }
const NEWEST = testStatement(
  [
    testEntry({ ...job, id: '3', kind: 'capture', amount: 0, balanceAfter: 270, prompt: '=HYPERLINK("x")' }),
    testEntry({ ...job, id: '2', kind: 'hold', amount: -330, balanceAfter: 270, prompt: '=HYPERLINK("x")' }),
  ],
  'older',
)

it('writes the statement CSV with one line per job and grant, plain numbers, and no formula', async () => {
  const pages: Record<string, StatementPage> = { '': NEWEST, older: testStatement([testEntry()]) }
  const csv = await createStatementCsv(async (cursor) => pages[cursor ?? ''] ?? NEWEST, new AbortController().signal)
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFTime (UTC),Transaction,Model,State,Credits,Balance',
    `2026-11-20T09:00:00Z,"'=HYPERLINK(""x"")",Veo 3,Charged,-330,270`,
    '2026-11-20T09:00:00Z,Lite plan,,Added,600,600',
  ])
})

it('stops the statement CSV between two pages when canceled', async () => {
  const abort = new AbortController()
  const asked: (string | undefined)[] = []
  const made = createStatementCsv(async (cursor) => {
    asked.push(cursor)
    abort.abort(new Error('enough'))
    return NEWEST
  }, abort.signal)
  await expect(made).rejects.toThrow('enough')
  expect(asked).toEqual([undefined])
})

const row = (at: string, amount: number, balanceAfter: number) => ({
  entry: testEntry({ at }),
  state: 'grant' as const,
  amount,
  balanceAfter,
})
// Shanghai is eight hours ahead of UTC.
const ROWS = [
  row('2026-10-31T17:00:00Z', 5, 30),
  row('2026-10-31T15:00:00Z', 7, 25),
  row('2026-10-01T00:00:00Z', -2, 18),
]

it("assigns a transaction to its month in the reader's time zone, with the month's opening balance and change", () => {
  expect(groupByMonth(ROWS, true).map(({ name, totals }) => [name, totals])).toEqual([
    ['November 2026', { openedOn: 'Nov 1', opening: 25, change: 5 }],
    ['October 2026', { openedOn: 'Oct 1', opening: 20, change: 5 }],
  ])
})

it('shows a month without totals until all its transactions are loaded, which then stay the same', () => {
  const [newest, ...older] = ROWS
  expect(newest && groupByMonth([newest], false).map(({ totals }) => totals)).toEqual([null])
  const totals = [1, 2].map((count) => groupByMonth([...ROWS.slice(0, 1), ...older.slice(0, count)], false)[0]?.totals)
  expect(totals).toEqual(Array(2).fill({ openedOn: 'Nov 1', opening: 25, change: 5 }))
})
