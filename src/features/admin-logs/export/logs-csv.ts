import type { LoginRecord } from '@contract'
import { COLUMNS } from '../table/columns'
import { parseTimestamp } from '../table/format-time'

/** Without it Excel reads UTF-8 as the system's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet takes for a formula, at the start of a cell or after white space, in the full-width forms too. The
 * library's own pattern lets a formula pass that has a line break in it.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** The records as a CSV file: names, addresses and browsers are other people's words, and none of them becomes a formula. */
export async function logsCsv(logs: readonly LoginRecord[]): Promise<string> {
  const { default: papa } = await import('papaparse')
  const rows = logs.map((log) => [
    log.email,
    log.name,
    parseTimestamp(log.timestamp)?.toISOString() ?? log.timestamp,
    log.ipAddress,
    log.userAgent,
  ])
  return BYTE_ORDER_MARK + papa.unparse({ fields: [...COLUMNS], data: rows }, { escapeFormulae: FORMULA })
}
