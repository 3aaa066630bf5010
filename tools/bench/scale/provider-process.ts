// The video service: Pollo's format, which is only asked, and fal's queue, which also calls back with signed webhooks. It has a
// limit of calls per second and of calls at once, and takes as long for an answer as a service far away. A process of its own.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { padVideo } from '../pad-video.ts'
import { QUEUE_MS, readScript } from './job-script.ts'
import type { FromProvider, Task, ToProvider, WebhookReturn } from './messages.ts'

const { SCALE_PROVIDER_CALLS = '', SCALE_VIDEO_BYTES = '' } = process.env
const CALLS_PER_SECOND = Number(SCALE_PROVIDER_CALLS)
const MOST_AT_ONCE = 200
const ANSWER_MS = 100
/** The time in which the provider's queue moves on by one place. */
const QUEUE_STEP_MS = 5000
const RETRY_WEBHOOK_MS = 5000
const VIDEO = padVideo(readFileSync('tests/harness/five-seconds.mp4'), Number(SCALE_VIDEO_BYTES))

const tasks = new Map<string, Task>()
const creates: Record<string, number> = {}
const counts = { create: 0, check: 0, refused: 0, file: 0, webhook: 0, busiestSecond: 0 }
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
let [second, callsInSecond, atOnce] = [0, 0, 0]
/** Tasks end by then at the latest. */
let endsBy = Number.POSITIVE_INFINITY

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
tell({ type: 'ready', url })

process.on('message', (message: ToProvider | WebhookReturn) => {
  switch (message.type) {
    case 'add':
      return message.tasks.forEach(keep)
    case 'finish':
      endsBy = Date.now() + message.withinMs
      for (const task of tasks.values()) {
        const doneAt = Date.now() + Math.random() * message.withinMs
        if (task.doneAt > doneAt) keep({ ...task, startsAt: Math.min(task.startsAt, doneAt), doneAt })
      }
      return
    case 'report':
      tell({ type: 'report', tasks: [...tasks.values()], creates, counts })
      counts.busiestSecond = 0
      return
    case 'undelivered':
      setTimeout(() => callBack(message.address, message.body, message.attempt + 1), RETRY_WEBHOOK_MS)
      return
    default:
      return message satisfies never
  }
})
process.on('disconnect', () => process.exit())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  if (pathname === '/jwks.json') return sendJson(response, { keys: [publicKey.export({ format: 'jwk' })] })
  if (pathname.startsWith('/files/')) {
    counts.file += 1
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': VIDEO.length }).end(VIDEO)
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const isCreate = request.method === 'POST'
  const found = /\/([^/]+?)(?:\/status)?$/.exec(pathname)?.[1] ?? ''
  const task = isCreate ? undefined : tasks.get(found)
  if (task) task.calls += 1
  counts[isCreate ? 'create' : 'check'] += 1
  const isFal = pathname.startsWith('/fal/')
  if (isOverLimit()) {
    counts.refused += 1
    const body = isFal ? { detail: 'Rate limit exceeded' } : { code: 'RATE_LIMIT', message: 'Too many requests' }
    response.setHeader('retry-after', '1')
    return sendJson(response, body, 429)
  }
  atOnce += 1
  await sleep(ANSWER_MS * (0.5 + Math.random()))
  atOnce -= 1
  if (isCreate) {
    const made = create(Buffer.concat(chunks).toString(), isFal ? 'webhook' : 'polled', searchParams.get('fal_webhook'))
    const place = `${url}${pathname.split('/').slice(0, 4).join('/')}/requests/${made.id}`
    return sendJson(
      response,
      isFal ? { request_id: made.id, response_url: place } : wrap({ taskId: made.id, status: 'waiting' }),
    )
  }
  if (!task) return sendJson(response, { detail: 'Request not found', message: 'No such task' }, 404)
  return isFal ? answerFal(response, task, pathname.endsWith('/status')) : answerPollo(response, task)
}

function isOverLimit(): boolean {
  const now = Math.floor(Date.now() / 1000)
  callsInSecond = now === second ? callsInSecond + 1 : 1
  second = now
  counts.busiestSecond = Math.max(counts.busiestSecond, callsInSecond)
  return callsInSecond > CALLS_PER_SECOND || atOnce >= MOST_AT_ONCE
}

function create(body: string, kind: Task['kind'], callback: string | null): Task {
  const { jobId, seconds, isFailing } = readScript(body)
  creates[jobId] = (creates[jobId] ?? 0) + 1
  const doneAt = Math.min(endsBy, Date.now() + seconds * 1000)
  const startsAt = Math.min(doneAt, Date.now() + QUEUE_MS)
  const id = randomUUID()
  return keep({ id, jobId, kind, startsAt, doneAt, isFailing, callback: callback ?? '', calls: 0, seenAt: null })
}

function keep(task: Task): Task {
  tasks.set(task.id, task)
  const end = () => {
    // A new end, which was set meanwhile, has a timer of its own.
    if (tasks.get(task.id) === task) callBack(task.callback, JSON.stringify({ request_id: task.id, status: 'OK' }), 1)
  }
  if (task.callback) setTimeout(end, Math.max(0, task.doneAt - Date.now()))
  return task
}

function callBack(address: string, body: string, attempt: number): void {
  counts.webhook += 1
  const hash = createHash('sha256').update(body).digest('hex')
  const [id, user, time] = [randomUUID(), 'bench', String(Math.floor(Date.now() / 1000))]
  const signature = sign(null, Buffer.from([id, user, time, hash].join('\n')), privateKey).toString('hex')
  const named = { 'request-id': id, 'user-id': user, timestamp: time, signature }
  const headers = Object.fromEntries(Object.entries(named).map(([name, value]) => [`x-fal-webhook-${name}`, value]))
  tell({ type: 'webhook', address, headers, body, attempt })
}

function isDone(task: Task): boolean {
  if (Date.now() < task.doneAt) return false
  task.seenAt ??= Date.now()
  return true
}

function answerPollo(response: ServerResponse, task: Task): void {
  const running = Date.now() < task.startsAt ? 'waiting' : 'processing'
  const status = isDone(task) ? (task.isFailing ? 'failed' : 'succeed') : running
  const address = status === 'succeed' ? `${url}/files/${task.id}.mp4` : ''
  const failMsg = status === 'failed' ? 'The content was refused.' : ''
  sendJson(response, wrap({ taskId: task.id, generations: [{ id: task.id, status, url: address, failMsg }] }))
}

function answerFal(response: ServerResponse, task: Task, isStatus: boolean): void {
  const queued = task.startsAt - Date.now()
  if (isStatus && queued > 0)
    sendJson(response, { status: 'IN_QUEUE', queue_position: Math.ceil(queued / QUEUE_STEP_MS) })
  else if (isStatus) sendJson(response, { status: isDone(task) ? 'COMPLETED' : 'IN_PROGRESS' })
  else if (task.isFailing)
    sendJson(response, { detail: [{ loc: ['body', 'prompt'], msg: 'The content was refused.' }] }, 422)
  else sendJson(response, { video: { url: `${url}/files/${task.id}.mp4` } })
}

const wrap = (data: unknown) => ({ code: 'SUCCESS', message: 'success', data })

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function tell(message: FromProvider): void {
  process.send?.(message)
}
