// A server with OpenAI's /v1/videos on real HTTP, written from the documents of vLLM-Omni (docs/serving/videos_api.md). One
// server serves one model, forgets its videos when it restarts, and answers with the error's status for a failed one.
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { VIDEO } from './api.ts'

interface ServedVideo {
  id: string
  object: 'video'
  model: string
  prompt: string
  status: string
  progress: number
  error: { code: number; message: string } | null
}

export class VideoServer {
  url = ''
  model = 'Wan-AI/Wan2.2-TI2V-5B-Diffusers'
  /** Asked for as `Authorization: Bearer KEY`. An empty one lets everybody in. */
  apiKey = ''
  /** The forms of all creates. */
  readonly created: Record<string, string | { name: string; type: string; bytes: number }>[] = []
  /** Set to answer a call in another way; undefined lets it pass. */
  intercept: (c: Context) => Response | undefined = () => undefined
  /** Set to cut off the answer of a create after the video was queued. */
  losesAnswer = false
  #videos = new Map<string, ServedVideo>()
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

  run(progress = 0): void {
    this.#change({ status: 'in_progress', progress })
  }

  finish(): void {
    this.#change({ status: 'completed', progress: 100 })
  }

  fail(message: string): void {
    this.#change({ status: 'failed', error: { code: 500, message } })
  }

  /** A restart forgets all videos. */
  restart(): void {
    this.#videos.clear()
  }

  get ids(): string[] {
    return [...this.#videos.keys()]
  }

  #change(change: Partial<ServedVideo>): void {
    for (const video of this.#videos.values()) Object.assign(video, change)
  }

  #app(): Hono {
    const app = new Hono()
    app.use(async (c, next) => {
      const isKnown = !this.apiKey || c.req.header('authorization') === `Bearer ${this.apiKey}`
      return this.intercept(c) ?? (isKnown ? next() : c.json({ error: 'Unauthorized' }, 401))
    })
    app.get('/v1/models', (c) => c.json({ object: 'list', data: [{ id: this.model, object: 'model' }] }))
    app.post('/v1/videos', async (c) => {
      const form = await c.req.parseBody()
      const fields = Object.entries(form).map(([name, value]) => {
        if (!(value instanceof File)) return [name, String(value)]
        return [name, { name: value.name, type: value.type, bytes: value.size }]
      })
      const { model, prompt } = form
      if (!prompt) return c.json({ detail: [{ type: 'missing', loc: ['body', 'prompt'], msg: 'Field required' }] }, 422)
      if (model !== undefined && model !== this.model)
        return c.json(
          { detail: `Model mismatch: request specifies '${model}' but server is running '${this.model}'.` },
          400,
        )
      this.created.push(Object.fromEntries(fields))
      const id = `video_gen_${crypto.randomUUID().replaceAll('-', '')}`
      const video: ServedVideo = {
        id,
        object: 'video',
        model: this.model,
        prompt: String(prompt),
        status: 'queued',
        progress: 0,
        error: null,
      }
      this.#videos.set(id, video)
      return this.losesAnswer ? c.html('<h1>504</h1>', 504) : c.json(video)
    })
    app.get('/v1/videos/:id', (c) => {
      const video = this.#videos.get(c.req.param('id'))
      if (!video) return c.json({ detail: 'Video not found' }, 404)
      return c.json(video, video.status === 'failed' ? 500 : 200)
    })
    app.delete('/v1/videos/:id', (c) => {
      const id = c.req.param('id')
      if (!this.#videos.delete(id)) return c.json({ detail: 'Video not found' }, 404)
      return c.json({ id, deleted: true, object: 'video.deleted' })
    })
    app.get('/v1/videos/:id/content', (c) => {
      const video = this.#videos.get(c.req.param('id'))
      if (video?.status !== 'completed') return c.json({ detail: 'Generation is still in-progress' }, 404)
      return new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } })
    })
    return app
  }
}
