import { describe, expect, it } from 'vitest'
import { readError, readStatus, readTaskId } from '../../../supabase/functions/api/services/providers/pollo-wire.ts'

describe('readTaskId', () => {
  it.each<[string, unknown, string | null]>([
    ['the documented envelope', { code: 'SUCCESS', data: { taskId: 'cm1', status: 'waiting' } }, 'cm1'],
    ['a bare answer of an older route', { taskId: 'cm2', status: 'waiting' }, 'cm2'],
    ['no task id', { code: 'SUCCESS', data: {} }, null],
    ['an empty task id', { data: { taskId: '' } }, null],
    ['a number', { data: { taskId: 7 } }, null],
    ['text', 'hello', null],
    ['nothing', undefined, null],
  ])('%s', (_name, body, expected) => {
    expect(readTaskId(body)).toBe(expected)
  })
})

describe('readStatus', () => {
  const generation = (status: string, more = {}) => ({
    code: 'SUCCESS',
    data: { taskId: 'cm1', generations: [{ id: 'g', status, url: '', failMsg: '', ...more }] },
  })

  it.each<[string, unknown, unknown]>([
    ['waiting', generation('waiting'), { kind: 'running', phase: 'waiting' }],
    ['processing', generation('processing'), { kind: 'running', phase: 'processing' }],
    ['a word nobody knows', generation('Paused'), { kind: 'running', phase: 'processing', unknownWord: 'paused' }],
    ['no word', { data: { taskId: 'cm1' } }, { kind: 'running', phase: 'processing', unknownWord: '' }],
    [
      'an error where a status should be',
      { message: 'Not found', code: 'NOT_FOUND' },
      { kind: 'running', phase: 'processing', unknownWord: '' },
    ],
    [
      'a failure with fields of other kinds beside it',
      { data: { generations: [{ status: 'failed', url: 5, failMsg: { a: 1 } }], result: 7, message: ['x'] } },
      { kind: 'failed', message: '' },
    ],
    [
      'a failure whose list is none',
      { data: { status: 'failed', generations: null, error: 'blocked' } },
      { kind: 'failed', message: 'blocked' },
    ],
    ['a success whose address is a number', generation('succeed', { url: 5 }), { kind: 'succeeded', url: null }],
    ['succeed', generation('succeed', { url: 'https://v/a.mp4' }), { kind: 'succeeded', url: 'https://v/a.mp4' }],
    [
      'SUCCEEDED in capitals',
      generation('SUCCEEDED', { url: 'https://v/a.mp4' }),
      { kind: 'succeeded', url: 'https://v/a.mp4' },
    ],
    [
      'videoUrl instead of url',
      generation('success', { videoUrl: 'https://v/b.mp4' }),
      { kind: 'succeeded', url: 'https://v/b.mp4' },
    ],
    [
      'a result object',
      { result: { status: 'completed', videoUrl: 'https://v/c.mp4' } },
      { kind: 'succeeded', url: 'https://v/c.mp4' },
    ],
    [
      'a result list',
      { data: { result: [{ status: 'complete', url: 'https://v/d.mp4' }] } },
      { kind: 'succeeded', url: 'https://v/d.mp4' },
    ],
    ['success without a URL', generation('succeed'), { kind: 'succeeded', url: null }],
    ['failed with a reason', generation('failed', { failMsg: 'blocked' }), { kind: 'failed', message: 'blocked' }],
    ['error at the top', { status: 'error', message: 'no luck' }, { kind: 'failed', message: 'no luck' }],
  ])('%s', (_name, body, expected) => {
    expect(readStatus(body)).toEqual(expected)
  })

  it.each([
    ['text', 'x'],
    ['nothing', undefined],
    ['a list', []],
  ])('%s is no news', (_name, body) => {
    expect(readStatus(body).kind).toBe('no_news')
  })
})

describe('readError', () => {
  it('reads the vendor’s shape with its issues', () => {
    expect(
      readError({ message: 'Input validation failed', code: 'BAD_REQUEST', issues: [{ message: 'length' }] }),
    ).toEqual({
      message: 'Input validation failed',
      code: 'BAD_REQUEST',
      issues: ['length'],
    })
  })
  it.each([[undefined], ['<html>'], [{}], [{ error: 'x' }]])('%j is not the vendor’s', (body) => {
    expect(readError(body)).toBeNull()
  })
})
