import { loadCode } from './browser/missing-code'

/** Marks the file as UTF-8 for Excel. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Matches cells that a spreadsheet would run as a formula, including full-width characters. The library's own pattern
 * misses line breaks.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** Matches the start of a formula inside a cell, for spreadsheets that split cells at semicolons or tabs. */
const INNER_FORMULA = /(?<=[;\t\r\n]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Returns a table as CSV. Text never becomes a formula, and numbers stay numbers. */
export async function createCsv(columns: readonly string[], rows: readonly (string | number)[][]): Promise<string> {
  const { default: papa } = await loadCode(() => import('papaparse'))
  const data = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replace(INNER_FORMULA, "'") : cell)),
  )
  return BYTE_ORDER_MARK + papa.unparse({ fields: [...columns], data }, { escapeFormulae: FORMULA })
}
