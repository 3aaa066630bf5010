// Simulates a server with OpenAI's /v1/videos, as documented by vLLM-Omni (docs/serving/videos_api.md). One server
// serves one model. For a failed video, it responds with the error's status.
import { randomUUID } from 'node:crypto'
import type { Task, Wire } from './service.ts'

const WORDS = { waiting: 'queued', running: 'in_progress', done: 'completed', failed: 'failed', canceled: 'canceled' }

export const openAiServer: Wire = {
  name: 'openai-server',
  newId: () => `video_gen_${randomUUID().replaceAll('-', '')}`,
  read(method, path) {
    const [, name, id = '', content] = path.split('/')
    if (name === 'models') return { call: 'list', id }
    if (method === 'POST') return { call: 'create', id }
    return { call: content ? 'file' : method === 'DELETE' ? 'cancel' : 'status', id }
  },
  async readInput(request) {
    const fields = [...(await request.formData())].map(([name, value]) => {
      if (!(value instanceof File)) return [name, value]
      return [name, { name: value.name, type: value.type, bytes: value.size }]
    })
    return Object.fromEntries(fields)
  },
  readKey: (headers) => headers.authorization?.replace(/^Bearer /, ''),
  refuse: (status, detail) => Response.json({ detail }, { status }),
  offers: { 'Wan-AI/Wan2.2-TI2V-5B-Diffusers': {} },
  check({ input: { model, prompt } }, { offers }) {
    const missing = { type: 'missing', loc: ['body', 'prompt'], msg: 'Field required' }
    if (!prompt) return Response.json({ detail: [missing] }, { status: 422 })
    if (model === undefined || model in offers) return null
    const served = Object.keys(offers).join()
    return this.refuse(400, `Model mismatch: request specifies '${model}' but server is running '${served}'.`)
  },
  created: (task) => Response.json(describe(task)),
  answer({ call }, task, service) {
    if (call === 'list') {
      const data = Object.keys(service.offers).map((id) => ({ id, object: 'model' }))
      return Response.json({ object: 'list', data })
    }
    if (!task || task.state === 'canceled') return this.refuse(404, 'Video not found')
    if (call === 'status') return Response.json(describe(task), { status: task.state === 'failed' ? 500 : 200 })
    service.cancel(task)
    return Response.json({ id: task.id, deleted: true, object: 'video.deleted' })
  },
}

function describe({ id, input, state, reason, says }: Task): object {
  const error = state === 'failed' ? { code: 500, message: reason } : null
  const { model, prompt } = input
  return { id, object: 'video', model, prompt, status: WORDS[state], progress: 0, error, ...says }
}
