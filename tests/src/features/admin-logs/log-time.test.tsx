import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LogTime } from '@/features/admin-logs/table/log-time'

vi.hoisted(() => {
  process.env.TZ = 'Asia/Shanghai'
})

it.each([
  ['on the same day', '2026-11-20T08:23:08Z', '2026/11/20 16:23:08 UTC 08:23:08'],
  ['with its day where that is another', '2026-11-19T23:00:00Z', '2026/11/20 07:00:00 UTC 2026/11/19 23:00:00'],
])('adds UTC, by which the filters count, %s', (_, iso, text) => {
  const { container } = render(<LogTime time={new Date(iso)} />)
  expect(container).toHaveTextContent(text)
})
