import { readFile } from 'node:fs/promises'
import { vi } from 'vitest'
import { type Catalogue, readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { API_KEY, BASE_URL, type Provider } from './support.ts'

export const BUILT_IN = readCatalogue(MODELS)

/** Endpoints with input kinds other than text and image. */
export const KINDS = {
  frames: { path: 'fal-ai/kinds/first-last', accepts: [], needsPrompt: true },
  references: { path: 'fal-ai/kinds/reference-to-video', accepts: ['seed', 'sound'] },
  extend: { path: 'fal-ai/kinds/extend-video', accepts: [] },
  edit: { path: 'fal-ai/kinds/edit', accepts: [] },
}

const kling = BUILT_IN.models.find(({ id }) => id === 'kling-1.6')
const model = { ...kling, id: 'kinds', providers: { fal: { durations: [2, 7], ...KINDS } } }

/** The product's catalogue with an additional model that has these endpoints. */
export const CATALOGUE = { models: [...BUILT_IN.models, model] } as unknown as Pick<Catalogue, 'models'>

export const FAL = `${BASE_URL}/fal`

export interface FalClient {
  call(method: string, path: string, body?: unknown, key?: string): Promise<Response>
  /** Sends a request that the service must accept. */
  submit(path: string, body: unknown): Promise<Submitted>
  /** Waits until the request has the status. */
  reach(address: string, wanted: string): Promise<void>
  /** Returns the inputs that the service stored for a request. */
  readInput(id: string): Promise<Record<string, unknown>>
}

export interface Submitted {
  request_id: string
  status_url: string
  response_url: string
  cancel_url: string
  queue_position: number
}

export function createFalClient({ service, dataDir }: Provider): FalClient {
  const client: FalClient = {
    call: (method, path, body, key = `Key ${API_KEY}`) =>
      service.fetch(
        new Request(path.startsWith('http') ? path : `${FAL}/${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...(key ? { authorization: key } : {}) },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      ),
    async submit(path, body) {
      const answer = await client.call('POST', path, body)
      if (!answer.ok) throw new Error(`submit answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Submitted
    },
    async reach(address, wanted) {
      await vi.waitFor(
        async () => {
          const { status } = (await (await client.call('GET', address)).json()) as { status: string }
          if (status !== wanted) throw new Error(`the request is ${status}, not ${wanted}`)
        },
        { timeout: 30_000, interval: 20 },
      )
    },
    readInput: async (id) => JSON.parse(await readFile(`${dataDir}/tasks/${id}.json`, 'utf8')).input,
  }
  return client
}
