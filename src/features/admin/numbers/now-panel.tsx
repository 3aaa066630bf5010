import type { Numbers } from '@contract/admin'
import { Link } from 'react-router-dom'
import { Panel } from '@/components/panel'
import { paths } from '@/config/paths'
import { formatCount } from '../format-number'
import { Cards } from './cards'
import { formatSeconds } from './format-seconds'
import { findDelay } from './sum-numbers'
import { useNumbersTexts } from './texts/numbers-texts'
import type { NumbersTexts } from './texts/zh'

const GB = 1e9

export function NowPanel({ numbers }: { numbers: Numbers }) {
  const text = useNumbersTexts().now
  const delay = findDelay(numbers, numbers.today)
  const { openJobs, oldestQueuedSeconds: queued, overdueSeconds: overdue, openReports, stored } = numbers
  return (
    <Panel heading={text.heading}>
      <Cards
        cards={[
          { name: text.openJobs, value: formatCount(openJobs) },
          { name: text.oldestQueued, value: queued === null ? text.nothingQueued : formatSeconds(queued, text) },
          { name: text.overdue, value: overdue === 0 ? text.onTime : formatSeconds(overdue, text) },
          delay === null
            ? { name: text.delay, value: text.noVideos }
            : { name: text.delay, value: formatSeconds(delay, text), note: text.delayOf },
          {
            name: text.openReports,
            value: (
              <Link to={paths.adminLogs} className="underline underline-offset-4 hover:text-amber">
                {formatCount(openReports)}
              </Link>
            ),
          },
          {
            name: text.stored,
            value: formatStored(numbers, text),
            note: stored && (
              <>
                {text.countedOn} <span className="whitespace-nowrap">{stored.day}</span>
              </>
            ),
          },
        ]}
      />
      <p className="border-t border-hairline px-4 py-3 text-sm text-soft sm:px-6">{text.egress}</p>
    </Panel>
  )
}

function formatStored({ stored, storageLimitBytes: limit }: Numbers, text: NumbersTexts['now']): string {
  if (!stored) return text.notCounted
  if (limit === null) return formatGigabytes(stored.bytes)
  return text.of(formatGigabytes(stored.bytes), formatGigabytes(limit), `${Math.round((stored.bytes / limit) * 100)}%`)
}

const formatGigabytes = (bytes: number) => `${(bytes / GB).toLocaleString('en', { maximumFractionDigits: 2 })} GB`
