import { randomUUID } from 'node:crypto'
import { describeRequest, REQUEST_PATH } from '../fal/responses.ts'
import type { Wire } from './service.ts'

const WORDS = { waiting: 'IN_QUEUE', running: 'IN_PROGRESS', done: 'COMPLETED', failed: 'COMPLETED' }

export const fal: Wire = {
  name: 'fal',
  newId: () => randomUUID(),
  read(method, path) {
    const [, , id = '', word] = REQUEST_PATH.exec(path) ?? []
    if (method === 'POST') return { call: 'create', id }
    return { call: method === 'PUT' ? 'cancel' : word === 'status' ? 'status' : 'result', id }
  },
  readInput: (request) => request.json(),
  readKey: (headers) => headers.authorization?.replace(/^Key /, ''),
  refuse: (status, msg, headers) => {
    const detail = status === 422 ? [{ loc: ['body'], msg, type: 'value_error' }] : msg
    return Response.json({ detail }, { status, ...(headers && { headers }) })
  },
  created: ({ id, path }, { url }) => Response.json(describeRequest({ taskId: id, model: path }, url)),
  answer({ call }, task, service) {
    if (!task || task.state === 'canceled')
      return call === 'cancel' ? sayStatus('NOT_FOUND', 404) : this.refuse(404, 'Request not found')
    const { state, reason, says } = task
    const isOver = state === 'done' || state === 'failed'
    if (call === 'status') return Response.json({ status: WORDS[state], ...(isOver ? {} : says) })
    if (call === 'cancel') {
      if (isOver) return sayStatus('ALREADY_COMPLETED', 400)
      if (state === 'running') return sayStatus('CANCELLATION_REQUESTED', 202)
      service.cancel(task)
      return sayStatus('OK')
    }
    if (!isOver) return this.refuse(400, 'Request is still in progress')
    if (state === 'failed') return says.detail ? Response.json(says, { status: 422 }) : this.refuse(422, reason)
    const url = service.getFile(task)
    return Response.json({ video: url ? { url, content_type: 'video/mp4' } : null, ...says })
  },
}

function sayStatus(status: string, code = 200): Response {
  return Response.json({ status }, { status: code })
}
