// The statement and the library's receipts against the books they are made from.
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../server/sql.ts'
import type { Books } from './books.ts'
import { call } from './calls.ts'

interface Entry {
  id: string
  kind: 'grant' | 'hold' | 'capture' | 'release'
  job_id: string | null
  credits: number
  change: number
  balance_after: number
}
interface Page {
  has_more: boolean
  opening_balance: number
  closing_balance: number
  entries: Entry[]
}
interface Receipt {
  id: string
  credits: number
  settlement: 'held' | 'captured' | 'released'
}

const LAST_KIND = { held: 'hold', captured: 'capture', released: 'release' } as const

/** Reads a person's whole statement in pages of this size. Throws when a page does not add up or does not meet the next. */
async function readStatement(sql: Sql, userId: string, pageSize: number): Promise<Entry[]> {
  const entries: Entry[] = []
  let balance: number | null = null
  for (let more = true; more; ) {
    const page: Page = await call(sql, 'public.list_credit_entries($1, $2, $3)', [
      userId,
      entries.at(-1)?.id ?? null,
      pageSize,
    ])
    if (balance !== null && page.closing_balance !== balance)
      throw new Error(`a page closes at ${page.closing_balance}, not ${balance}`)
    balance = page.closing_balance
    for (const { change, balance_after } of page.entries) {
      if (balance_after !== balance) throw new Error(`a balance is ${balance_after}, not ${balance}`)
      balance -= change
    }
    if (page.opening_balance !== balance) throw new Error(`a page opens at ${page.opening_balance}, not ${balance}`)
    entries.push(...page.entries)
    more = page.has_more
    if (more && page.entries.length !== pageSize) throw new Error('a page in the middle is not full')
  }
  if (balance !== 0) throw new Error(`the first balance of all is ${balance}`)
  return entries
}

/** Throws when the statement is not what the books say, or a job's receipt not what the statement says. */
export async function checkStatement(sql: Sql, userId: string, books: Books, pageSize: number): Promise<void> {
  const entries = await readStatement(sql, userId, pageSize)
  const sum = (kind: Entry['kind']) =>
    entries.reduce((all, entry) => all + (entry.kind === kind ? entry.credits : 0), 0)
  const told = {
    granted: sum('grant'),
    captured: sum('capture'),
    available: entries[0]?.balance_after ?? 0,
    held: sum('hold') - sum('capture') - sum('release'),
    entries: entries.length,
  }
  const { mirror: _, ...expected } = books
  if (!isDeepStrictEqual(told, expected))
    throw new Error(`the statement says ${JSON.stringify(told)}, not ${JSON.stringify(expected)}`)

  const receipts = await call<Receipt[]>(sql, 'public.list_jobs($1, false, null, null, 1000)', [userId])
  for (const { id, credits, settlement } of receipts) {
    const own = entries.filter((entry) => entry.job_id === id)
    const moved = own.reduce((all, { change }) => all + change, 0)
    if (own[0]?.kind !== LAST_KIND[settlement] || moved !== (settlement === 'released' ? 0 : -credits)) {
      throw new Error(`the receipt of ${id} says ${settlement}, its entries ${JSON.stringify(own)}`)
    }
  }
}
