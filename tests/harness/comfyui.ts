// A ComfyUI on real HTTP, as far as the adapter uses it, with answers of the shapes that versions 0.3.64 and 0.25.0 gave.
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { VIDEO } from './api.ts'

const CANONICAL_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Node {
  class_type: string
  inputs: Record<string, unknown>
}

interface Prompt {
  id: string
  number: number
  graph: Record<string, Node>
  authorization: string | null
}

export class ComfyServer {
  url = ''
  /** Everything that POST /prompt took. */
  readonly prompts: Prompt[] = []
  readonly uploads = new Map<string, { bytes: number; type: string }>()
  objectInfo: Record<string, unknown> = {}
  /** Set to answer a call in another way; undefined lets it pass. */
  intercept: (c: Context) => Response | undefined | Promise<Response | undefined> = () => undefined
  /** Set to answer /prompt in another way after the job was queued: its answer is lost. */
  losesAnswer = false
  #pending: Prompt[] = []
  #running: Prompt[] = []
  #history: Record<string, unknown> = {}
  #close: () => void = () => {}

  async start(): Promise<void> {
    const app = this.#app()
    await new Promise<void>((resolve) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
        this.url = `http://127.0.0.1:${port}`
        resolve()
      })
      this.#close = () => server.close()
    })
  }

  stop(): void {
    this.#close()
  }

  /** Takes the next job out of the queue. */
  run(): void {
    this.#running = this.#pending.splice(0, 1)
  }

  /** Ends the current run. SaveVideo lists its file under `images`. */
  finish(outputs: unknown = { 11: nameSaved('images', 'one.mp4') }): void {
    this.#end('success', [], outputs)
  }

  fail(error: { exception_type?: string; exception_message: string; node_type?: string }): void {
    this.#end('error', [['execution_error', { prompt_id: 'p', node_id: '8', executed: [], ...error }]], {})
  }

  /** A restart forgets the queue and the history. */
  restart(): void {
    this.#pending = []
    this.#running = []
    this.#history = {}
  }

  #end(status_str: string, messages: unknown[], outputs: unknown): void {
    for (const { id, number, graph } of this.#running) {
      const status = { status_str, completed: status_str === 'success', messages }
      this.#history[id] = { prompt: [number, id, graph, {}, []], outputs, status, meta: {} }
    }
    this.#running = []
  }

  /** 0.25.0 takes canonical UUIDs alone. Both versions refuse an image that was not uploaded. */
  #refuse(graph: Prompt['graph'], id: string): object | null {
    if (!CANONICAL_UUID.test(id))
      return {
        error: { type: 'invalid_prompt_id', message: 'prompt_id must be a valid UUID', details: '', extra_info: {} },
        node_errors: {},
      }
    const lacking = Object.entries(graph).filter(
      ([, { class_type, inputs }]) => class_type === 'LoadImage' && !this.uploads.has(String(inputs.image)),
    )
    const describe = ({ class_type, inputs }: Node) => ({
      errors: [
        {
          type: 'custom_validation_failed',
          message: 'Custom validation failed for node',
          details: `image - Invalid image file: ${inputs.image}`,
          extra_info: { input_name: 'image' },
        },
      ],
      dependent_outputs: ['11'],
      class_type,
    })
    if (lacking.length === 0) return null
    return {
      error: {
        type: 'prompt_outputs_failed_validation',
        message: 'Prompt outputs failed validation',
        details: '',
        extra_info: {},
      },
      node_errors: Object.fromEntries(lacking.map(([node, value]) => [node, describe(value)])),
    }
  }

  #app(): Hono {
    const app = new Hono()
    app.use(async (c, next) => (await this.intercept(c)) ?? next())
    app.post('/prompt', async (c) => {
      const { prompt, prompt_id } = await c.req.json<{ prompt: Prompt['graph']; prompt_id: string }>()
      const refused = this.#refuse(prompt, prompt_id)
      if (refused) return c.json(refused, 400)
      const number = this.prompts.length
      const queued = { id: prompt_id, number, graph: prompt, authorization: c.req.header('authorization') ?? null }
      this.prompts.push(queued)
      this.#pending.push(queued)
      return this.losesAnswer ? c.html('<h1>502 Bad Gateway</h1>', 502) : c.json({ prompt_id, number, node_errors: {} })
    })
    app.get('/queue', (c) => {
      const listItems = (prompts: Prompt[]) => prompts.map(({ id, number, graph }) => [number, id, graph, {}, []])
      return c.json({ queue_running: listItems(this.#running), queue_pending: listItems(this.#pending) })
    })
    app.post('/queue', async (c) => {
      const { delete: ids = [] } = await c.req.json<{ delete?: string[] }>()
      this.#pending = this.#pending.filter(({ id }) => !ids.includes(id))
      return c.body(null)
    })
    app.post('/interrupt', async (c) => {
      const { prompt_id } = await c.req.json()
      if (this.#running.some(({ id }) => id === prompt_id)) {
        this.#end(
          'error',
          [['execution_interrupted', { prompt_id, node_id: '8', node_type: 'KSampler', executed: [] }]],
          {},
        )
      }
      return c.body(null)
    })
    app.get('/history/:id', (c) => {
      const id = c.req.param('id')
      return c.json(id in this.#history ? { [id]: this.#history[id] } : {})
    })
    app.post('/upload/image', async (c) => {
      const form = await c.req.formData()
      const file = form.get('image') as File
      const subfolder = String(form.get('subfolder') ?? '')
      this.uploads.set(`${subfolder}/${file.name}`, { bytes: file.size, type: file.type })
      return c.json({ name: file.name, subfolder, type: 'input' })
    })
    app.get('/object_info', (c) => c.json(this.objectInfo))
    app.get('/view', (c) =>
      c.req.query('filename') === 'one.mp4' && c.req.query('type') === 'output'
        ? c.body(VIDEO, 200, { 'content-type': 'video/mp4' })
        : c.notFound(),
    )
    return app
  }
}

/** The output of a node that saved this file, under one of the keys that such nodes use. */
export function nameSaved(key: 'images' | 'videos' | 'gifs', filename: string, type = 'output') {
  return { [key]: [{ filename, subfolder: 'soundreel', type }], ...(key === 'images' ? { animated: [true] } : {}) }
}
