import type { LoginRecord } from '@contract/admin'
import { parseTimestamp } from '../format-time'
import { getTexts } from '../texts/texts'

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Matches cells that a spreadsheet would run as a formula, full-width forms included. The library's own pattern misses line breaks. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** Writes the records as CSV. Names, addresses, and browsers are foreign text, so none of it may become a formula. */
export async function createLogsCsv(logs: readonly LoginRecord[]): Promise<string> {
  const { default: papa } = await import('papaparse')
  const rows = logs.map((log) => [
    log.email,
    log.name,
    parseTimestamp(log.timestamp)?.toISOString() ?? log.timestamp,
    log.ipAddress,
    log.userAgent,
  ])
  return (
    BYTE_ORDER_MARK +
    papa.unparse({ fields: Object.values(getTexts().records.columns), data: rows }, { escapeFormulae: FORMULA })
  )
}
