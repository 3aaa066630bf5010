// @vitest-environment node
import { expect, it } from 'vitest'
import { createAdminApi } from '@/features/admin/admin-api'
import { ADMIN, log } from './admin-responses'

it.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
])('filters all records that a backend returned in %s by an email in %s', async (stored, typed) => {
  const records = ['josé@example.com', 'jose@example.com'].map((email, index) =>
    log(index, { email: email.normalize(stored) }),
  )
  const api = createAdminApi({
    request: async () => ({ success: true, admin: ADMIN, logs: records, message: '' }),
  } as Parameters<typeof createAdminApi>[0])
  const query = { page: 1, pageSize: 25, email: 'JOSÉ'.normalize(typed), from: '', to: '' }
  const { logs, total } = await api.fetchLogs({ kind: 'token', token: 'a' }, query, new AbortController().signal)
  expect([logs.map(({ email }) => email), total]).toEqual([[records[0]?.email], 1])
})
