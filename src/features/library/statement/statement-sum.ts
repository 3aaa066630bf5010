import type { StatementPage } from '@contract/credits'

export interface StatementSum {
  opening: number
  movements: number
  closing: number
  /** True if opening balance and transactions add up to the balance, within each page and across pages. */
  addsUp: boolean
}

/** Adds up the pages, newest first. Null without one. */
export function addUp(pages: readonly StatementPage[]): StatementSum | null {
  const first = pages[0]
  const last = pages.at(-1)
  if (!first || !last) return null
  const sumOf = ({ entries }: StatementPage) => entries.reduce((sum, { amount }) => sum + amount, 0)
  const movements = pages.reduce((sum, page) => sum + sumOf(page), 0)
  const addsUp = pages.every((page, index) => {
    const newer = pages[index - 1]
    const isWhole = page.openingBalance + sumOf(page) === page.closingBalance
    return isWhole && (!newer || newer.openingBalance === page.closingBalance)
  })
  return { opening: last.openingBalance, movements, closing: first.closingBalance, addsUp }
}
