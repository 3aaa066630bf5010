import { vi } from 'vitest'
import type { CreditsApi } from '@/lib/credits-api'
import type { HttpRequest } from '@/lib/http/http'
import { card } from '../image-files'

export const JOB_ID = '11111111-2222-4333-8444-555555555555'

/** Creates a video service that sends the test's responses and records its requests. */
export function fakeVideo() {
  const requests: HttpRequest[] = []
  const create = vi.fn<(request: HttpRequest) => Promise<unknown>>(async (request) => ({
    success: true,
    code: 'SUCCESS',
    data: { taskId: request.headers?.['Idempotency-Key'] ?? 'provider-task', status: 'waiting' },
  }))
  const status = vi.fn<(request: HttpRequest) => Promise<unknown>>(async () => statusResponse('processing'))
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

interface StatusMore {
  url?: string
  failMsg?: string
  settlement?: string
  failureCode?: string
  canCancel?: boolean
  progress?: unknown
  ahead?: unknown
  deliveryEndsInSeconds?: unknown
}

export function statusResponse(status: string, more: StatusMore = {}) {
  const { url = '', failMsg = '', settlement = 'held', failureCode = null, canCancel = true, ...said } = more
  const payload = { status, generations: [{ id: '1', status, url, failMsg }] }
  return {
    success: true,
    code: 'SUCCESS',
    ...payload,
    job: { settlement, failureCode, elapsedSeconds: null, canCancel, ...said },
    data: payload,
  }
}

export function fakeConsume() {
  return vi.fn<CreditsApi['consume']>(async () => ({ balanceAfter: 2170, settlement: 'held' }))
}

/** Creates an image file of 640 x 360 pixels. */
export function imageFile(format: 'png' | 'jpeg' | 'webp' = 'png') {
  return getFile(card(640, 360, format), `image.${format}`)
}

export function getFile(bytes: Uint8Array, name = 'image.png') {
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}
