// Simulates a ComfyUI server. Its responses have the formats of versions 0.3.64 and 0.25.0.
import type { ScriptedService, SentRequest, Task, Wire } from './service.ts'

const CANONICAL_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FILE = 'one.mp4'

/**
 * Returns the output of a node that saved this file. `key` is one of the keys that such nodes use. SaveVideo lists its
 * file under `images`.
 */
export function nameSavedFile(key: 'images' | 'videos' | 'gifs', filename: string, type = 'output') {
  return { [key]: [{ filename, subfolder: 'soundreel', type }], ...(key === 'images' ? { animated: [true] } : {}) }
}

export const comfyui: Wire = {
  name: 'comfyui',
  newId: ({ body }) => JSON.parse(body).prompt_id,
  read(method, path) {
    const { pathname, searchParams } = new URL(path, 'http://comfy')
    const [, name = '', id = ''] = pathname.split('/')
    if (name === 'view') {
      const isVideo = searchParams.get('filename') === FILE && searchParams.get('type') === 'output'
      return { call: isVideo ? 'file' : 'other', id: '' }
    }
    const queue = method === 'POST' ? 'cancel' : 'status'
    const calls = {
      prompt: 'create',
      queue,
      interrupt: 'cancel',
      history: 'result',
      upload: 'upload',
      object_info: 'list',
    } as const
    return { call: calls[name as keyof typeof calls] ?? 'other', id }
  },
  readInput: async (request) => (await request.json()).prompt,
  readKey: (headers) => headers.authorization,
  refuse: (status, message) => Response.json({ error: { message }, node_errors: {} }, { status }),
  check: (sent, service) => {
    const refused = refuse(sent, service)
    return refused && Response.json(refused, { status: 400 })
  },
  created: ({ id }) => Response.json({ prompt_id: id, number: 0, node_errors: {} }),
  async answer({ call, body }, task, service, request) {
    switch (call) {
      case 'status':
        return Response.json({ queue_running: list(service, 'running'), queue_pending: list(service, 'waiting') })
      case 'result':
        return Response.json(task ? readHistory(task) : {})
      case 'cancel': {
        const { prompt_id, delete: ids = [] } = JSON.parse(body)
        for (const one of service.tasks.values()) {
          if (one.state === 'waiting' && ids.includes(one.id)) service.cancel(one)
          if (one.state === 'running' && one.id === prompt_id) service.cancel(one, 'interrupted')
        }
        return new Response(null)
      }
      case 'upload': {
        const form = await request.formData()
        const [file, subfolder] = [form.get('image') as File, String(form.get('subfolder') ?? '')]
        service.uploads.set(`${subfolder}/${file.name}`, file)
        return Response.json({ name: file.name, subfolder, type: 'input' })
      }
      case 'list':
        return Response.json(service.offers)
      default:
        return new Response(null, { status: 404 })
    }
  },
}

const list = ({ tasks }: ScriptedService, listed: Task['state']) =>
  [...tasks.values()].flatMap(({ id, input, state }, number) => (state === listed ? [[number, id, input, {}, []]] : []))

/** Returns the record of a finished run. A run that was canceled in the queue has no record. */
function readHistory({ id, input, state, reason, says }: Task): object {
  const { outputs = { 11: nameSavedFile('images', FILE) }, ...error } = says
  const run = { prompt_id: id, node_id: '8', executed: [] }
  const end = (status_str: string, messages: unknown[] = [], saved: unknown = {}) => {
    const status = { status_str, completed: status_str === 'success', messages }
    return { [id]: { prompt: [0, id, input, {}, []], outputs: saved, status, meta: {} } }
  }
  if (state === 'done') return end('success', [], outputs)
  if (state === 'failed') return end('error', [['execution_error', { ...run, exception_message: reason, ...error }]])
  return reason === 'interrupted' ? end('error', [['execution_interrupted', { ...run, node_type: 'KSampler' }]]) : {}
}

/**
 * Returns the error for an invalid request. Version 0.25.0 accepts canonical UUIDs only. Both versions refuse an image
 * that was not uploaded.
 */
function refuse({ body, input }: SentRequest, { uploads }: ScriptedService): object | null {
  const error = (type: string, message: string) => ({ type, message, details: '', extra_info: {} })
  if (!CANONICAL_UUID.test(JSON.parse(body).prompt_id))
    return { error: error('invalid_prompt_id', 'prompt_id must be a valid UUID'), node_errors: {} }
  const nodes = Object.entries(input).filter(
    ([, { class_type, inputs }]) => class_type === 'LoadImage' && !uploads.has(String(inputs.image)),
  )
  if (nodes.length === 0) return null
  const describeNode = (image: unknown) => ({
    errors: [
      {
        type: 'custom_validation_failed',
        message: 'Custom validation failed for node',
        details: `image - Invalid image file: ${image}`,
        extra_info: { input_name: 'image' },
      },
    ],
    dependent_outputs: ['11'],
    class_type: 'LoadImage',
  })
  return {
    error: error('prompt_outputs_failed_validation', 'Prompt outputs failed validation'),
    node_errors: Object.fromEntries(nodes.map(([node, { inputs }]) => [node, describeNode(inputs.image)])),
  }
}
