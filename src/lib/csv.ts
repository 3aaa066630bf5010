/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Matches cells that a spreadsheet would run as a formula, full-width forms included. The library's own pattern misses line breaks. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** Matches where a formula would begin inside a cell, for a spreadsheet that separates cells by semicolons or tabs. */
const INNER_FORMULA = /(?<=[;\t\r\n]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Writes a table as CSV. No text becomes a formula; numbers stay numbers. */
export async function createCsv(columns: readonly string[], rows: readonly (string | number)[][]): Promise<string> {
  const { default: papa } = await import('papaparse')
  const data = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replace(INNER_FORMULA, "'") : cell)),
  )
  return BYTE_ORDER_MARK + papa.unparse({ fields: [...columns], data }, { escapeFormulae: FORMULA })
}
