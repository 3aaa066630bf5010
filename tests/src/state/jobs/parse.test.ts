// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { parseStatus } from '@/lib/job-status'
import { describeRequestFailure } from '@/state/jobs/failure'
import { describeMark, describeMissingTask, describeReason } from '@/state/jobs/job-text'
import { parseTaskId } from '@/state/jobs/start-job'
import { jobStatus } from '../../../support/app/jobs'

const nothing = jobStatus(null)
const SECOND = { status: 'completed', videoUrl: '/b.mp4' }

describe('parseTaskId', () => {
  it.each([
    ['inside the envelope', { code: 'SUCCESS', data: { taskId: 'cm1', status: 'waiting' } }, 'cm1'],
    ['without an envelope', { taskId: 'cm2', status: 'waiting' }, 'cm2'],
    ['in both places, preferring the envelope', { taskId: 'outer', data: { taskId: 'inner' } }, 'inner'],
    ['with an empty envelope', { taskId: 'cm3', data: {} }, 'cm3'],
    ['with null for data', { taskId: 'cm4', data: null }, 'cm4'],
    ['no task ID', { code: 'SUCCESS', data: {} }, null],
    ['an empty task ID', { data: { taskId: '  ' } }, null],
    ['a task ID of 500 characters', { taskId: 'x'.repeat(500) }, 'x'.repeat(500)],
    ['a task ID of 501 characters', { taskId: 'x'.repeat(501) }, null],
    ['a task ID of a wrong type', { data: { taskId: { id: 1 } } }, null],
    ['a text response', 'ok', null],
    ['a null response', null, null],
    ['a list response', [{ taskId: 'x' }], null],
  ])('reads the task ID from a create response: %s', (_, body, expected) => {
    expect(parseTaskId(body)).toBe(expected)
  })

  it('shows a create response without a task ID, cut to a sensible length', () => {
    expect(describeMissingTask({ code: 'SUCCESS', data: {} })).toBe(
      'Could not extract task ID from API response. API returned: {"code":"SUCCESS","data":{}}',
    )
    const long = describeMissingTask('<html>'.repeat(200))
    expect(long).toHaveLength('Could not extract task ID from API response. API returned: '.length + 301)
    expect(long.endsWith('…')).toBe(true)
    expect(describeMissingTask(undefined)).toContain('API returned: undefined')
  })
})

it("removes line breaks and direction marks from a provider's text", () => {
  const said = 'Blo\u202ecked\r\nby the\u2069\u0007filter'
  expect(describeReason(null, said)).toBe('Blocked by the filter')
  expect(describeReason('provider_rejected', said)).toContain('(Blocked by the filter)')
  expect(describeRequestFailure(new Error(said)).message).toBe('Request failed: Blocked by the filter')
  expect(describeMissingTask({ said: '\u202ecod' })).toContain('{"said":"cod"}')
})

it.each([
  ['ai', 'Made with AI'],
  ['credentials', 'Made with AI, with Content Credentials'],
  ['algorithm', 'Drawn by a program, not by AI'],
  [null, 'Made with AI. The file has no AI label.'],
] as const)('describes a video with the mark %s: %s', (videoMark, text) => {
  expect(describeMark({ videoMark, isListed: true })).toBe(text)
})

describe('Status response', () => {
  it("reads the provider's status inside its envelope", () => {
    const generations = [{ id: '1', status: 'succeed', failMsg: '', url: 'https://cdn.example/v.mp4' }]
    expect(parseStatus({ code: 'SUCCESS', message: 'success', data: { taskId: 't', generations } })).toEqual({
      ...nothing,
      status: 'succeed',
      url: 'https://cdn.example/v.mp4',
    })
  })

  it.each([
    [20, 20],
    [25, 25],
    [0, undefined],
    [26, undefined],
    ['20', undefined],
  ])('reads an offered wait of %j s as %j, because a request ends after 30 s', (offered, wait) => {
    expect(parseStatus({ status: 'processing', job: { wait: offered } }).wait).toBe(wait)
  })

  it("reads the settlement and the server's clock from our gateway", () => {
    const answer = { status: 'failed', generations: [{ status: 'failed', url: '', failMsg: 'moderated' }] }
    const body = {
      success: true,
      ...answer,
      job: { settlement: 'released', credits: 20, elapsedSeconds: 42 },
      data: { taskId: 't', ...answer },
    }
    expect(parseStatus(body)).toEqual({
      ...nothing,
      status: 'failed',
      failMsg: 'moderated',
      settlement: 'released',
      elapsedSeconds: 42,
    })
    expect(parseStatus({ ...body, job: { elapsedSeconds: -1 } }).elapsedSeconds).toBeUndefined()
  })

  it('reads from our gateway that the user canceled the job', () => {
    expect(parseStatus({ status: 'failed', job: { settlement: 'released', failureCode: 'cancelled' } })).toEqual({
      ...nothing,
      status: 'failed',
      settlement: 'released',
      failureCode: 'cancelled',
    })
  })

  it.each([
    ['a bare payload', { status: 'WAITING' }, { status: 'waiting' }],
    ['a result', { result: { status: 'Success', videoUrl: '/v.mp4' } }, { status: 'success', url: '/v.mp4' }],
    ['a list of results', { result: [{ status: 'completed', url: '/v.mp4' }] }, { status: 'completed', url: '/v.mp4' }],
    [
      'generations before result',
      { generations: [{ status: 'processing' }], result: { status: 'succeed' } },
      { status: 'processing' },
    ],
    [
      'a video after a generation that failed',
      { generations: [{ status: 'failed', failMsg: 'no' }, { status: 'succeed', url: 'ftp://x' }, SECOND] },
      { status: 'completed', url: '/b.mp4' },
    ],
    [
      'a generation in progress after a failed generation with an address',
      { generations: [{ status: 'ERROR', url: '/a.mp4' }, {}, { status: 'processing' }] },
      { status: 'processing', url: '/a.mp4' },
    ],
    [
      'generations that all failed',
      { status: 'processing', generations: [{ status: 'failed', failMsg: 'no' }, { status: 'failed' }] },
      { status: 'failed', failMsg: 'no' },
    ],
    ['an empty list of generations', { generations: [], result: { status: 'pending' } }, { status: 'pending' }],
    ['a generation without a status', { status: 'processing', generations: [{ url: '' }] }, { status: 'processing' }],
    ['url before videoUrl', { result: { url: '/a.mp4', videoUrl: '/b.mp4' } }, { url: '/a.mp4' }],
    ['an error beside the status', { status: 'error', error: 'quota' }, { status: 'error', failMsg: 'quota' }],
    ['a status of a wrong type', { data: { status: 7 } }, {}],
    ['an address that is a script', { status: 'succeed', result: { url: 'javascript:alert(1)' } }, {}],
    ['nothing', {}, {}],
    ['null', null, {}],
    ['an HTML page', '<html></html>', {}],
    ['broken parts', { data: 3, job: 'x', generations: 'none', status: 'waiting' }, { status: 'waiting' }],
  ])('parses a status response with %s', (_, body, expected) => {
    const status = (body as { status?: string } | null)?.status === 'succeed' ? { status: 'succeed' } : {}
    expect(parseStatus(body)).toEqual({ ...nothing, ...status, ...expected })
  })
})
