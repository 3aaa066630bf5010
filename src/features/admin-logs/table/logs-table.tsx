import type { LoginRecord } from '@contract/admin'
import { classNames } from '@/components/class-names'
import { useTexts } from '../texts/texts'
import { LogRow } from './log-row'

const WIDTHS = ['lg:w-[27%]', 'lg:w-[15%]', 'lg:w-[16%]', 'lg:w-[17%]', 'lg:w-[25%]']

/** A table from 1024 px on, else cards. The last page stays, dimmed, while the next one loads. */
export function LogsTable({ logs, isLoading }: { logs: readonly LoginRecord[]; isLoading: boolean }) {
  const text = useTexts().records
  return (
    <table
      className={classNames(
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
              className={classNames('px-3 py-3 text-sm font-normal text-soft first:pl-6 last:pr-6', WIDTHS[index])}
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
