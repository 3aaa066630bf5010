// The provider in Pollo's format.
import type { Provider } from './provider.ts'
import type { Task } from './task-plan.ts'

const refuse = (status: number, message: string, headers?: HeadersInit) =>
  Response.json({ message, code: 'REFUSED' }, { status, ...(headers ? { headers } : {}) })
const report = (data: Record<string, unknown>) => Response.json({ code: 'SUCCESS', message: 'success', data })

export async function answerAsPollo(provider: Provider, request: Request): Promise<Response | 'cut'> {
  const { pathname, origin } = new URL(request.url)
  if (request.method === 'POST') return create(provider, request, origin)
  // Whatever else the task id of another provider has in it.
  const [, jobId = '', call] = /([0-9a-f-]{36})\/(\w+)$/.exec(decodeURIComponent(pathname)) ?? []
  const task = provider.find('pollo', jobId)
  if (!task || task.cancelled) return refuse(404, 'Not found')
  if (call === 'status') return report({ taskId: jobId, generations: [describe(provider, task)] })
  provider.cancel(task)
  return task.cancelled ? report({ taskId: jobId, status: 'stopped' }) : refuse(409, 'The task has already started')
}

async function create(provider: Provider, request: Request, origin: string): Promise<Response | 'cut'> {
  const { input } = (await request.json()) as { input: { prompt: string } }
  const answer = provider.create('pollo', '', origin, input.prompt)
  if (answer === 'cut' || answer.headers.get('content-type') === 'text/html') return answer
  const body = (await answer.json()) as { request_id?: string }
  const wait = answer.headers.get('retry-after')
  if (!answer.ok) return refuse(answer.status, 'Refused', wait ? { 'retry-after': wait } : undefined)
  return report(body.request_id ? { taskId: body.request_id, status: 'waiting' } : {})
}

function describe(provider: Provider, task: Task) {
  const { jobId, ending } = task
  const state = provider.getState(task)
  const isDone = state === 'COMPLETED'
  const status = !isDone
    ? state === 'IN_QUEUE'
      ? 'waiting'
      : 'processing'
    : ending === 'failure'
      ? 'failed'
      : 'succeed'
  const url = status === 'succeed' ? (provider.readAddress(task) ?? '') : ''
  return { id: jobId, status, url, failMsg: status === 'failed' ? 'The model refused' : '', mediaType: 'video' }
}
