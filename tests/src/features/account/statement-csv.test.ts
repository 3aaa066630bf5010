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

it("assigns a transaction in the CSV to its month in the reader's time zone", () => {
  const row = (at: string, amount: number) => ({
    entry: testEntry({ at }),
    state: 'grant' as const,
    amount,
    balanceAfter: 0,
  })
  // Shanghai is eight hours ahead of UTC.
  const rows = [row('2026-10-31T17:00:00Z', 5), row('2026-10-31T15:00:00Z', 7), row('2026-10-01T00:00:00Z', -2)]
  expect(groupByMonth(rows, true).map(({ name, change }) => [name, change])).toEqual([
    ['November 2026', 5],
    ['October 2026', 5],
  ])
  expect(groupByMonth(rows, false).map(({ change }) => change)).toEqual([5, null])
})
