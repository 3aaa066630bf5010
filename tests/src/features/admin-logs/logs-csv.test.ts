import { expect, it } from 'vitest'
import { logsCsv } from '@/features/admin-logs/export/logs-csv'
import { log } from './admin-page'

it('begins with a byte order mark, so that Excel reads it as UTF-8, and the headings of the table', async () => {
  const csv = await logsCsv([])
  expect(csv).toBe('\uFEFF邮箱,姓名,时间,IP地址,浏览器信息\r\n')
})

it('writes a line for each record, its time in UTC', async () => {
  const csv = await logsCsv([
    log(1, { timestamp: '2026-11-20 08:23:08.167+00', userAgent: 'X' }),
    log(2, { timestamp: '?', userAgent: 'Y' }),
  ])
  expect(csv.split('\r\n').slice(1)).toEqual([
    'person-1@example.com,Person 1,2026-11-20T08:23:08.167Z,203.0.113.7,X',
    'person-2@example.com,Person 2,?,203.0.113.7,Y',
  ])
})

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '=1\n2',
  '=HYPERLINK("https://evil.example","x")',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('%j is no formula in a spreadsheet', async (text) => {
  const csv = await logsCsv([log(1, { name: text, userAgent: text, email: text, ipAddress: text })])
  const quoted = `"'${text.replaceAll('"', '""')}"`
  expect(csv.slice(csv.indexOf('\r\n') + 2)).toBe(
    [quoted, quoted, '2026-11-20T08:23:08.167Z', quoted, quoted].join(','),
  )
})

it.each(['a=b', 'Ada-Lovelace', '1-2', 'ada+tag@example.com', '::1'])('%j stays as it is', async (text) => {
  expect(await logsCsv([log(1, { name: text })])).toContain(`,${text},`)
})

it('keeps quotes, commas and line breaks inside their field', async () => {
  expect(await logsCsv([log(1, { name: 'a "b", c\nd' })])).toContain(',"a ""b"", c\nd",')
})
