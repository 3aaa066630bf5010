import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { VIDEO_TIMEOUT_MS } from './generate.ts'
import { type Account, jobStatus } from './ledger.ts'

interface OfferedModel {
  id: string
  path: string
  credits: number
  durations: { seconds: number }[]
}

/** Generates the shortest video of a model, without a browser. Resolves when the video is in the library. */
export async function makeVideo(owner: Account, modelId: string, prompt: string): Promise<void> {
  const { url, token } = owner
  const answer = (await (await fetch(`${url}/api/capabilities`)).json()) as { data: { models: OfferedModel[] } }
  const model = answer.data.models.find((one) => one.id === modelId)
  if (!model) throw new Error(`${modelId} is not offered`)
  const { path, credits, durations } = model
  const id = randomUUID()
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': id,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBeLessThan(300)
  }
  await post('/api/credits/consume', { amount: credits, type: 'video_generation', source: modelId })
  const input = { prompt, negativePrompt: '', length: durations[0]?.seconds, aspectRatio: '16:9', seed: 7 }
  await post(`/generation/${path}`, { input }, { 'x-quoted-credits': String(credits) })
  // A status request returns the result at once. Without one, a sweep finds it within a minute.
  const readSettlement = async () => (await jobStatus(owner, id)).job.settlement
  await expect.poll(readSettlement, { timeout: VIDEO_TIMEOUT_MS, interval: 500 }).toBe('captured')
}
