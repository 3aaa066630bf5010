import { vi } from 'vitest'
import type { CreditsApi } from '@/lib/credits-api'
import type { HttpRequest } from '@/lib/http'

export const JOB_ID = '11111111-2222-4333-8444-555555555555'

/** A video service that answers what the test says, and remembers what it was asked. */
export function fakeVideo() {
  const requests: HttpRequest[] = []
  const create = vi.fn<(request: HttpRequest) => Promise<unknown>>(async (request) => ({
    success: true,
    code: 'SUCCESS',
    data: { taskId: request.headers?.['Idempotency-Key'] ?? 'vendor-task', status: 'waiting' },
  }))
  const status = vi.fn<(request: HttpRequest) => Promise<unknown>>(async () => statusAnswer('processing'))
  return {
    requests,
    create,
    status,
    async request(request: HttpRequest) {
      requests.push(request)
      return request.method === 'POST' ? create(request) : status(request)
    },
  }
}

export function statusAnswer(status: string, more: { url?: string; failMsg?: string; settlement?: string } = {}) {
  const { url = '', failMsg = '', settlement = 'held' } = more
  const payload = { status, generations: [{ id: '1', status, url, failMsg }] }
  return { success: true, code: 'SUCCESS', ...payload, job: { settlement, credits: 330 }, data: payload }
}

export function fakeConsume() {
  return vi.fn<CreditsApi['consume']>(async () => ({ balanceAfter: 2170, settlement: 'held' }))
}

/** A file that starts like the real thing; jsdom decodes nothing, so its size is told by the test. */
export function pictureFile(
  kind: 'png' | 'jpeg' | 'webp' | 'gif' | 'text',
  options: { type?: string; bytes?: number } = {},
) {
  const starts = {
    png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13],
    jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1],
    webp: [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
    gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0],
    text: [0x3c, 0x68, 0x74, 0x6d, 0x6c, 0x3e],
  }
  const start = new Uint8Array(starts[kind])
  const rest = new Uint8Array(Math.max(0, (options.bytes ?? 64) - start.length))
  return new File([start, rest], `picture.${kind}`, {
    type: options.type ?? (kind === 'text' ? 'text/html' : `image/${kind}`),
  })
}
