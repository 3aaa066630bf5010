import type { Numbers } from '@contract/admin'
import { Panel } from '@/components/panel'
import { DataTable } from '../data-table'
import { formatCount } from '../format-number'
import { BarChart } from './bar-chart'
import { formatSeconds } from './format-seconds'
import { listDays } from './sum-numbers'
import { useNumbersTexts } from './texts/numbers-texts'

export function DaysPanel({ numbers }: { numbers: Numbers }) {
  const { days: text, today: words, now, none } = useNumbersTexts()
  const days = listDays(numbers)
  const most = (name: 'jobs' | 'charged') => formatCount(Math.max(...days.map((day) => day[name])))
  const jobs = text.jobs(most('jobs'))
  const credits = text.credits(most('charged'))
  return (
    <Panel heading={text.heading} aside={`${days[0]?.day} – ${numbers.today}`}>
      {days.some((day) => day.jobs > 0) ? (
        <div className="grid gap-x-8 gap-y-6 p-4 sm:p-6 nav:grid-cols-2">
          <figure className="grid gap-2">
            <BarChart
              label={jobs}
              bars={days.map(({ day, videos, failed }) => ({ day, parts: [videos, failed] }))}
              colors={['fill-ok', 'fill-bad']}
            />
            <figcaption className="flex flex-wrap gap-x-4 text-sm text-soft">
              {jobs}
              <span>
                <span aria-hidden="true" className="mr-1.5 inline-block size-2.5 bg-ok forced-color-adjust-none" />
                {words.videos}
              </span>
              <span>
                <span aria-hidden="true" className="mr-1.5 inline-block size-2.5 bg-bad forced-color-adjust-none" />
                {words.failed}
              </span>
            </figcaption>
          </figure>
          <figure className="grid gap-2">
            <BarChart
              label={credits}
              bars={days.map(({ day, charged }) => ({ day, parts: [charged] }))}
              colors={['fill-amber']}
            />
            <figcaption className="text-sm text-soft">{credits}</figcaption>
          </figure>
        </div>
      ) : (
        <p className="p-4 text-soft sm:p-6">{none}</p>
      )}
      <details className="border-t border-hairline px-4 sm:px-6">
        <summary className="min-h-11 cursor-pointer py-3 text-soft underline underline-offset-4 hover:text-text">
          {text.table}
        </summary>
        <DataTable
          label={text.table}
          columns={text.columns}
          textColumns={1}
          rows={days.toReversed().map(({ day, jobs, videos, failed, charged, returned, granted, delay }) => ({
            key: day,
            cells: [
              <span key="day" className="whitespace-nowrap">
                {day}
              </span>,
              ...[jobs, videos, failed, charged, returned, granted].map(formatCount),
              delay === null ? '–' : formatSeconds(delay, now),
            ],
          }))}
        />
      </details>
    </Panel>
  )
}
