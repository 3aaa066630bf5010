import type { LoginRecord } from '@contract/admin'
import { memo } from 'react'
import { Avatar } from '@/components/avatar'
import { classNames } from '@/components/class-names'
import { plain } from '@/lib/plain'
import { parseTimestamp } from '../format-time'
import { LogTime } from '../log-time'
import { useTexts } from '../texts/texts'
import { BrowserInfo } from './browser-info'

const CELL = 'block min-w-0 wrap-anywhere lg:table-cell lg:px-3 lg:py-3.5 lg:align-top'
const BESIDE = 'pl-12 lg:pt-5 lg:pl-3'
const LABELLED =
  'grid grid-cols-[5.5rem_minmax(0,1fr)] text-sm before:text-soft before:content-[attr(data-label)] lg:text-[0.9375rem] lg:before:content-none'

/** Foreign text: `bdi` keeps its direction from changing the text around it. */
export const LogRow = memo(function LogRow({ log }: { log: LoginRecord }) {
  const { columns } = useTexts().records
  const time = parseTimestamp(log.timestamp)
  return (
    <tr className="grid gap-x-6 gap-y-1 px-4 py-4 sm:grid-cols-2 sm:px-6 lg:table-row">
      <td className={classNames(CELL, 'lg:pl-6')}>
        <div className="flex items-start gap-3">
          <Avatar name={log.name || log.email} picture={log.picture} className="size-9 text-sm" />
          <bdi className="min-w-0 pt-1.5 font-semibold lg:font-normal">{plain(log.email) || '—'}</bdi>
        </div>
      </td>
      <td className={classNames(CELL, BESIDE, 'text-soft sm:row-start-2 lg:text-text')}>
        <bdi>{plain(log.name) || '—'}</bdi>
      </td>
      <td className={classNames(CELL, BESIDE, LABELLED, 'tabular-nums sm:pt-2 sm:pl-0')} data-label={columns.time}>
        {time ? <LogTime time={time} /> : <bdi>{log.timestamp}</bdi>}
      </td>
      <td className={classNames(CELL, BESIDE, LABELLED, 'tabular-nums sm:pl-0')} data-label={columns.ip}>
        <bdi>{log.ipAddress || '—'}</bdi>
      </td>
      <td className={classNames(CELL, BESIDE, LABELLED, 'sm:col-span-2 lg:pr-6')} data-label={columns.browser}>
        <BrowserInfo userAgent={log.userAgent} />
      </td>
    </tr>
  )
})
