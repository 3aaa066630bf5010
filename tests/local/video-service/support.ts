import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { vi } from 'vitest'
import { createVideoService, type VideoService } from '../../../local/video-service/service.ts'
import type { Catalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'

export const BASE_URL = 'http://localhost:5173/stand-ins/video'
/** No server runs at this origin. Tests that fetch an image start their own server instead. */
export const IMAGE_ORIGIN = 'http://images.test'
export const API_KEY = 'local-test-key'
export const RENDER_TIMEOUT_MS = 120_000

export interface Status {
  code: string
  message: string
  data: {
    taskId: string
    credit: number
    generations: {
      id: string
      status: string
      failMsg: string
      url: string
      mediaType: string
      createdDate: string
      updatedDate: string
    }[]
    result: { url: string; videoUrl: string; status: string }
  }
}

export interface Provider {
  service: VideoService
  dataDir: string
  now: { ms: number }
  create(model: string, input: unknown): Promise<Response>
  /** Creates a task that the service must accept. */
  start(input: Record<string, unknown>, model?: string): Promise<string>
  status(taskId: string): Promise<Status>
  /** Waits until the task has the status. */
  reach(taskId: string, status: string): Promise<Status>
  get(url: string, headers?: Record<string, string>, method?: string): Promise<Response>
  close(): Promise<void>
}

/** Opens a service on its own folder, or on the folder of a previous service. */
export async function openProvider(
  dataDir?: string,
  catalogue?: Pick<Catalogue, 'models'>,
  frameRate?: number,
): Promise<Provider> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'video-service-')))
  const now = { ms: Date.parse('2026-11-20T12:00:00Z') }
  const service = await createVideoService({
    baseUrl: BASE_URL,
    imageOrigin: IMAGE_ORIGIN,
    dataDir: folder,
    apiKey: API_KEY,
    clock: () => now.ms,
    ...(catalogue && { catalogue }),
    frameRate,
  })
  const provider: Provider = {
    service,
    dataDir: folder,
    now,
    create: (model, input) =>
      service.fetch(
        new Request(`${BASE_URL}/api/platform/generation/${model}`, {
          method: 'POST',
          headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
          body: JSON.stringify({ input }),
        }),
      ),
    async start(input, model = 'google/veo3') {
      const answer = await provider.create(model, input)
      if (!answer.ok) throw new Error(`create answered ${answer.status}: ${await answer.text()}`)
      const body = (await answer.json()) as { data: { taskId: string } }
      return body.data.taskId
    },
    async status(taskId) {
      const answer = await provider.get(`${BASE_URL}/api/platform/generation/${taskId}/status`, {
        'x-api-key': API_KEY,
      })
      return (await answer.json()) as Status
    },
    reach: (taskId, wanted) =>
      vi.waitFor(
        async () => {
          const status = await provider.status(taskId)
          const seen = status.data.generations[0]
          if (seen?.status !== wanted) throw new Error(`the task is ${seen?.status} (${seen?.failMsg}), not ${wanted}`)
          return status
        },
        { timeout: RENDER_TIMEOUT_MS, interval: 50 },
      ),
    get: (url, headers = {}, method = 'GET') => service.fetch(new Request(url, { method, headers })),
    close: () => service.close(),
  }
  return provider
}

export async function discard(provider: Provider): Promise<void> {
  await provider.close()
  await rm(provider.dataDir, { recursive: true, force: true })
}

export type ImageType = 'png' | 'jpeg' | 'webp'

/** Draws an image with a bright left half and a dark right half. */
export function drawImage(width: number, height: number): Buffer
export function drawImage(width: number, height: number, type: ImageType): Buffer
export function drawImage(width: number, height: number, type: ImageType = 'png'): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#e8b070'
  pen.fillRect(0, 0, width / 2, height)
  pen.fillStyle = '#1c2c50'
  pen.fillRect(width / 2, 0, width / 2, height)
  return type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${type}`, 90)
}

export function dataUri(bytes: Buffer, type: ImageType = 'png'): string {
  return `data:image/${type};base64,${bytes.toString('base64')}`
}
