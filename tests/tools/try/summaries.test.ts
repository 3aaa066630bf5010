import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import SUMMARIES from '../../../tools/try/summaries.json' with { type: 'json' }
import { formatSummaries } from '../../../tools/try/summaries.ts'

const KLING = { provider: 'kling', model: 'kling-3.0', date: '2026-12-01', seconds: 140, verdict: 'works' }

it('shows the summaries of all reports on the page about providers', () => {
  const page = readFileSync('docs/providers.md', 'utf8')
  const table = /^\| provider \| model \|.*\n(\|.*\n)+/m.exec(page)?.[0]
  expect(table).toBe(`${formatSummaries(SUMMARIES)}\n`)
})

it('has a row for each report, and an empty row for each provider without one', () => {
  const rows = formatSummaries([KLING, { ...KLING, date: '2026-12-02', seconds: null, verdict: 'refused' }]).split('\n')
  expect(rows).toHaveLength(10)
  expect(rows.filter((row) => row.includes('kling'))).toEqual([
    '| `kling` | kling-3.0 | 2026-12-01 | 140 | works |',
    '| `kling` | kling-3.0 | 2026-12-02 |  | refused |',
  ])
  expect(rows).toContain('| `fal` | | | | |')
})

it.each([{ provider: 'polo' }, { date: 'today' }, { verdict: 'works | fine' }, { key: 'sk-1' }])(
  'refuses a summary with %o',
  (fault) => {
    expect(() => formatSummaries([{ ...KLING, ...fault }])).toThrow()
  },
)
