import type { LoginRecord } from '@contract/admin'
import { memo } from 'react'
import { Avatar } from '@/components/avatar'
import { joinClasses } from '@/components/join-classes'
import { toPlainText } from '@/lib/text'
import { BrowserInfo } from '../browser-info'
import { parseTimestamp } from '../format-time'
import { LogTime } from '../log-time'
import { useTexts } from '../texts/texts'

const WIDTHS = ['lg:w-[27%]', 'lg:w-[15%]', 'lg:w-[16%]', 'lg:w-[17%]', 'lg:w-[25%]']

/** The records: a table from 1024 px on, otherwise cards. The previous page stays dimmed while the next page loads. */
export function LogsTable({ logs, isLoading }: { logs: readonly LoginRecord[]; isLoading: boolean }) {
  const text = useTexts().records
  return (
    <table
      className={joinClasses(
        'block w-full text-left text-[0.9375rem] transition-opacity duration-150 lg:table lg:table-fixed',
        isLoading && 'opacity-80',
      )}
    >
      <caption className="sr-only">{text.caption}</caption>
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="border-b border-hairline">
          {Object.values(text.columns).map((name, index) => (
            <th
              key={name}
              scope="col"
              className={joinClasses('px-3 py-3 text-sm font-normal text-soft first:pl-6 last:pr-6', WIDTHS[index])}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-hairline lg:table-row-group">
        {logs.map((log) => (
          <LogRow key={log.id} log={log} />
        ))}
      </tbody>
    </table>
  )
}

const CELL = 'block min-w-0 wrap-anywhere lg:table-cell lg:px-3 lg:py-3.5 lg:align-top'
const BESIDE = 'pl-12 lg:pt-5 lg:pl-3'
const LABELLED =
  'grid grid-cols-[5.5rem_minmax(0,1fr)] text-sm before:text-soft before:content-[attr(data-label)] lg:text-[0.9375rem] lg:before:content-none'

/** One record. `bdi` prevents right-to-left text from changing the direction of the text around it. */
const LogRow = memo(function LogRow({ log }: { log: LoginRecord }) {
  const { columns } = useTexts().records
  const time = parseTimestamp(log.timestamp)
  return (
    <tr className="grid gap-x-6 gap-y-1 px-4 py-4 sm:grid-cols-2 sm:px-6 lg:table-row">
      <td className={joinClasses(CELL, 'lg:pl-6')}>
        <div className="flex items-start gap-3">
          <Avatar name={log.name || log.email} picture={log.picture} className="size-9 text-sm" />
          <bdi className="min-w-0 pt-1.5 font-semibold lg:font-normal">{toPlainText(log.email) || '—'}</bdi>
        </div>
      </td>
      <td className={joinClasses(CELL, BESIDE, 'text-soft sm:row-start-2 lg:text-text')}>
        <bdi>{toPlainText(log.name) || '—'}</bdi>
      </td>
      <td className={joinClasses(CELL, BESIDE, LABELLED, 'tabular-nums sm:pt-2 sm:pl-0')} data-label={columns.time}>
        {time ? <LogTime time={time} /> : <bdi>{log.timestamp}</bdi>}
      </td>
      <td className={joinClasses(CELL, BESIDE, LABELLED, 'tabular-nums sm:pl-0')} data-label={columns.ip}>
        <bdi>{log.ipAddress || '—'}</bdi>
      </td>
      <td className={joinClasses(CELL, BESIDE, LABELLED, 'sm:col-span-2 lg:pr-6')} data-label={columns.browser}>
        <BrowserInfo userAgent={log.userAgent} />
      </td>
    </tr>
  )
})
