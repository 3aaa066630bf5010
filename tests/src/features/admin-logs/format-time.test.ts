import { expect, it, vi } from 'vitest'
import { formatLocalTime, formatUtcTime, parseTimestamp } from '@/features/admin-logs/table/format-time'

vi.hoisted(() => {
  process.env.TZ = 'Asia/Shanghai'
})

it.each([
  ['2026-11-20T08:23:08.167Z', '2026-11-20T08:23:08.167Z'],
  ['2026-11-20T08:23:08+00:00', '2026-11-20T08:23:08.000Z'],
  ['2026-11-20 08:23:08.167+00', '2026-11-20T08:23:08.167Z'],
  ['2026-11-20 08:23:08+08', '2026-11-20T00:23:08.000Z'],
])('reads %s', (timestamp, iso) => {
  expect(parseTimestamp(timestamp)?.toISOString()).toBe(iso)
})

it.each(['', 'yesterday', '2026-13-45T99:00:00Z'])('reads no time in %j', (timestamp) => {
  expect(parseTimestamp(timestamp)).toBeNull()
})

it("writes a time as this device's and as UTC, by 24 hours", () => {
  const time = new Date('2026-11-19T16:05:09Z')
  expect(formatLocalTime(time)).toBe('2026/11/20 00:05:09')
  expect(formatUtcTime(time)).toBe('2026/11/19 16:05:09')
})
