import type { LoginRecord } from '@contract/admin'
import { parseTimestamp } from '../format-time'
import { texts } from '../texts/texts'

/** Without it Excel reads UTF-8 in the system's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A formula to a spreadsheet, full-width forms included. The library's own pattern misses formulas with a line break. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** Names, addresses and browsers are foreign text: none of it may become a formula. */
export async function logsCsv(logs: readonly LoginRecord[]): Promise<string> {
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
    papa.unparse({ fields: Object.values(texts().records.columns), data: rows }, { escapeFormulae: FORMULA })
  )
}
