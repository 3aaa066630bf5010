import { createId } from '../task-id.ts'
import { wrapSuccess } from '../wire/status-response.ts'
import type { Task, Wire } from './service.ts'

const WORDS = { waiting: 'waiting', running: 'processing', done: 'succeed', failed: 'failed', canceled: 'canceled' }

/** Returns the status response of a task. `status` is the provider's own word. */
export function buildPolloStatus(status: string, more: Record<string, unknown> = {}): Response {
  const { credit, ...generation } = more
  return wrapSuccess({ credit, generations: [{ id: 'g', status, url: '', failMsg: '', ...generation }] })
}

export const pollo: Wire = {
  name: 'pollo',
  newId: createId,
  read(method, path) {
    if (method === 'POST') return { call: 'create', id: '' }
    const [, id = '', word] = /([^/]+)\/(status|cancel)$/.exec(decodeURIComponent(path)) ?? []
    return { call: word === 'status' || word === 'cancel' ? word : 'other', id }
  },
  readInput: async (request) => (await request.json()).input,
  readKey: (headers) => headers['x-api-key'],
  refuse: (status, message, headers) =>
    Response.json({ message, code: 'REFUSED' }, { status, ...(headers && { headers }) }),
  created: ({ id }) => wrapSuccess({ taskId: id, status: 'waiting' }),
  answer({ call }, task, service) {
    if (!task || task.state === 'canceled') return this.refuse(404, 'Not found')
    if (call === 'status') return describe(task, service.getFile(task))
    if (task.state !== 'waiting') return this.refuse(409, 'The task has already started')
    service.cancel(task)
    return wrapSuccess({ taskId: task.id, status: 'stopped' })
  },
}

function describe({ state, reason, says }: Task, file: string): Response {
  return buildPolloStatus(WORDS[state], {
    url: state === 'done' ? file : '',
    failMsg: state === 'failed' ? reason : '',
    ...says,
  })
}
