import { expect, it, vi } from 'vitest'
import { collectLogs } from '@/features/admin-logs/export/collect-logs'
import { NO_FILTER } from '@/features/admin-logs/table/log-query'
import { ADMIN, log, logs } from './admin-page'

it('takes a record once that moved to the next page because a newer one came', async () => {
  const pages = [logs(200, 1), [log(200), ...logs(49, 201)]]
  const collected = await collectLogs({
    fetchLogs: async ({ page }) => ({ admin: ADMIN, logs: pages[page - 1] ?? [], total: 249 + (page - 1), page }),
    filter: NO_FILTER,
    onProgress: () => {},
  })
  expect(collected.map(({ id }) => id)).toEqual(logs(249).map(({ id }) => id))
})

it('ends when records went away and the server has no such page any more', async () => {
  const fetchLogs = vi.fn(async () => ({ admin: ADMIN, logs: logs(200), total: 450, page: 1 }))
  await collectLogs({ fetchLogs, filter: NO_FILTER, onProgress: () => {} })
  expect(fetchLogs).toHaveBeenCalledTimes(2)
})

it('tells how far it is, and of how many', async () => {
  const onProgress = vi.fn()
  await collectLogs({
    fetchLogs: async ({ page }) => ({ admin: ADMIN, logs: logs(200, (page - 1) * 200 + 1), total: 400, page }),
    filter: NO_FILTER,
    onProgress,
  })
  expect(onProgress.mock.calls).toEqual([
    [200, 400],
    [400, 400],
  ])
})
