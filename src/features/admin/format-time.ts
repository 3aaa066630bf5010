const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}
const local = new Intl.DateTimeFormat('zh-CN', PARTS)
const utc = new Intl.DateTimeFormat('zh-CN', { ...PARTS, timeZone: 'UTC' })

/** Parses ISO times and PostgreSQL's format ('2026-11-20 08:23:08.167+00'). Returns null for anything else. */
export function parseTimestamp(timestamp: string): Date | null {
  const date = new Date(timestamp.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Formats a time in the local time zone, such as '2026/11/20 16:23:08'. */
export function formatLocalTime(date: Date): string {
  return local.format(date)
}

/** Formats a time in UTC, because the server counts days in UTC. */
export function formatUtcTime(date: Date): string {
  return utc.format(date)
}
