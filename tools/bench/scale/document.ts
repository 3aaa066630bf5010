// node tools/bench/scale/document.ts <file>: the tables of docs/scale.md, in Markdown, from a run of bench:scale that was written with --json.
import { readFileSync } from 'node:fs'
import { printCosts, printTable } from './costs.ts'
import { buildTables, type DesignResult } from './report.ts'

/** The figures of the page. The bench prints all of them. */
const SHOWN =
  /^(status|create|list|told).* p(50|95|99)$|^of it|^provider calls|^provider, refused|^CPU|^per second: (pageCalls|polls|databaseCalls|checks)|^KB|^connections|^sweep|^isolate,|killed|without an answer/

const { results } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { results: DesignResult[] }
const { goals, both, far, books } = buildTables(results)
print('Goals', goals)
print('Both designs', Object.fromEntries(Object.entries(both).filter(([figure]) => SHOWN.test(figure))))
print('Extrapolated', far)
print('Nothing lost', books)
const last = results.at(-1)
if (last) printCosts(last)

function print(title: string, table: Record<string, Record<string, string>>): void {
  const columns = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))]
  console.log(`\n${title}\n`)
  printTable(
    ['', ...columns],
    Object.entries(table).map(([name, row]) => [name, ...columns.map((column) => row[column] ?? '')]),
  )
}
