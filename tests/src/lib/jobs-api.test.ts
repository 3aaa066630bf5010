import { expect, it, vi } from 'vitest'
import type { Http } from '@/lib/http/http'
import { createJobsApi } from '@/lib/jobs-api'
import { openJob, testJob } from '../../support/app/jobs'

function answering(data: unknown) {
  const request = vi.fn<Http['request']>(async () => ({ success: true, message: 'ok', data }))
  return { request, api: createJobsApi({ request }) }
}

it('lists a page, and says where it begins', async () => {
  const { api, request } = answering({ jobs: [testJob()], nextCursor: 'next' })
  await expect(api.list({ cursor: 'here', limit: 24 })).resolves.toEqual({ jobs: [testJob()], nextCursor: 'next' })
  expect(request).toHaveBeenCalledExactlyOnceWith({
    method: 'GET',
    path: '/api/jobs',
    query: { limit: '24', cursor: 'here' },
  })
})

it('asks for the open ones alone', async () => {
  const { api, request } = answering({ jobs: [], nextCursor: null })
  await api.list({ open: true })
  expect(request.mock.calls[0]?.[0].query).toEqual({ open: 'true' })
})

it('reads one job', async () => {
  const { api, request } = answering(openJob())
  await expect(api.get('a/b')).resolves.toEqual(openJob())
  expect(request).toHaveBeenCalledExactlyOnceWith({ method: 'GET', path: '/api/jobs/a%2Fb' })
})

it('takes no address that is not one of the web', async () => {
  const { api } = answering(testJob({ videoUrl: 'javascript:alert(1)', downloadUrl: 'data:text/html,x' }))
  await expect(api.get('job')).resolves.toMatchObject({ videoUrl: null, downloadUrl: null })
})

it('lists a job of a model it does not know', async () => {
  const { api } = answering({ jobs: [testJob({ model: 'veo-9' })], nextCursor: null })
  await expect(api.list()).resolves.toMatchObject({ jobs: [{ model: 'veo-9' }] })
})

it('cancels, and reads what came of it', async () => {
  const stopped = { outcome: 'stopped', job: testJob({ status: 'failed', settlement: 'released' }) }
  const { api, request } = answering(stopped)
  await expect(api.cancel('job-1')).resolves.toEqual(stopped)
  expect(request).toHaveBeenCalledExactlyOnceWith({ method: 'POST', path: '/api/jobs/job-1/cancel', body: {} })
})

it('deletes', async () => {
  const { api, request } = answering({ id: 'job-1' })
  await api.remove('job-1')
  expect(request).toHaveBeenCalledExactlyOnceWith({ method: 'DELETE', path: '/api/jobs/job-1' })
})

it.each([
  ['a page', '<html>'],
  ['a refusal with status 200', { success: false, data: { jobs: [], nextCursor: null } }],
  ['a job without a status', { success: true, data: { jobs: [{ id: 'x' }], nextCursor: null } }],
])('refuses an answer of another shape: %s', async (_, body) => {
  const api = createJobsApi({ request: async () => body })
  await expect(api.list()).rejects.toMatchObject({ name: 'UnexpectedResponseError', body })
})
