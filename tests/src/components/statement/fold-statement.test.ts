import type { StatementLine, StatementPage } from '@contract/credits'
import { describe, expect, it } from 'vitest'
import { foldStatement } from '@/components/statement/fold-statement'

const SIGNS = { grant: 1, hold: -1, capture: 0, release: 1 }

/** Builds ledger entries, oldest first, from texts such as 'grant 600', 'hold a 20', and 'capture a 20'. */
function ledger(...told: string[]): StatementLine[] {
  let balanceAfter = 0
  return told
    .map((text, index): StatementLine => {
      const [kind = 'grant', ...more] = text.split(' ') as [StatementLine['kind'], ...string[]]
      const credits = Number(more.at(-1))
      const amount = SIGNS[kind] * credits
      balanceAfter += amount
      const jobId = kind === 'grant' ? null : (more[0] ?? null)
      const about = { jobId, modelName: null, prompt: null, grant: null }
      return { id: String(index), at: '2026-11-20T09:00:00Z', kind, amount, balanceAfter, credits, ...about }
    })
    .reverse()
}

/** Splits entries into pages of `size`, newest first, as the API returns them. */
function getPages(entries: StatementLine[], size: number): StatementPage[] {
  const pages: StatementPage[] = []
  for (let at = 0; at < entries.length; at += size) {
    const page = entries.slice(at, at + size)
    const closingBalance = page[0]?.balanceAfter ?? 0
    const openingBalance = closingBalance - page.reduce((sum, { amount }) => sum + amount, 0)
    pages.push({
      openingBalance,
      closingBalance,
      entries: page,
      nextCursor: at + size < entries.length ? `${at}` : null,
    })
  }
  return pages
}

const getRows = (pages: readonly StatementPage[]) =>
  foldStatement(pages)?.rows.map(
    ({ entry, state, amount, balanceAfter }) => `${entry.jobId ?? 'grant'} ${state} ${amount} ${balanceAfter}`,
  )

const ENTRIES = ledger(
  'grant 600',
  'hold a 20',
  'hold b 330',
  'capture a 20',
  'hold c 20',
  'release b 330',
  'capture c 20',
  'hold d 180',
)

describe('foldStatement', () => {
  it("folds the statement into one row per job, with the hold's outcome and balances that follow from the amounts", () => {
    expect(getRows(getPages(ENTRIES, 50))).toEqual([
      'd hold -180 380',
      'c capture -20 560',
      'b release 0 580',
      'a capture -20 580',
      'grant grant 600 600',
    ])
    expect(foldStatement(getPages(ENTRIES, 50))).toMatchObject({ closing: 380, addsUp: true })
  })

  it.each([1, 2, 3, 4, 5, 6, 7])('splits no job across statement pages of %i entries', (size) => {
    const pages = getPages(ENTRIES, size)
    const whole = getRows(getPages(ENTRIES, 50)) ?? []
    for (let loaded = 1; loaded <= pages.length; loaded += 1) {
      const folded = foldStatement(pages.slice(0, loaded))
      // Shown rows don't change, and older rows follow.
      expect(whole.slice(0, folded?.rows.length)).toEqual(getRows(pages.slice(0, loaded)))
      expect(folded).toMatchObject({ closing: 380 })
      expect(folded?.addsUp).toBe(true)
    }
    expect(getRows(pages)).toEqual(whole)
  })

  it("finds sums in the statement that don't add up within a page, across pages, or without a job's hold", () => {
    const [newest, oldest] = getPages(ENTRIES, 4) as [StatementPage, StatementPage]
    expect(foldStatement([{ ...newest, openingBalance: 1 }])?.addsUp).toBe(false)
    expect(foldStatement([newest, { ...oldest, closingBalance: 1, openingBalance: 1 }])?.addsUp).toBe(false)
    expect(foldStatement([{ ...newest, nextCursor: null }])?.addsUp).toBe(false)
    expect(foldStatement([])).toBeNull()
  })

  it('keeps statement entries without a job separate', () => {
    const entries = ENTRIES.map((entry) => ({ ...entry, jobId: null }))
    expect(foldStatement(getPages(entries, 50))?.rows).toHaveLength(8)
  })
})
