import { formatLocalTime, formatUtcTime } from './format-time'

/** Shows a time in local time. Adds UTC if it differs, because the filters count UTC days. */
export function LogTime({ time }: { time: Date }) {
  const local = formatLocalTime(time)
  const utc = formatUtcTime(time)
  const [day = '', clock = ''] = utc.split(' ')
  return (
    <time dateTime={time.toISOString()} className="block">
      {local}{' '}
      {local !== utc && (
        <span className="text-sm whitespace-nowrap text-soft lg:block">UTC {local.startsWith(day) ? clock : utc}</span>
      )}
    </time>
  )
}
