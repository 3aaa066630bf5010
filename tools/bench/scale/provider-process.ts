// Simulates the video service in a separate process. Pollo's format is only polled. fal's queue also calls back with
// signed webhooks. The service limits calls per second and concurrent calls, and responds as slowly as a remote
// service.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fal } from '../../../local/video-service/scripted/fal.ts'
import { pollo } from '../../../local/video-service/scripted/pollo.ts'
import { type ScriptedResponse, sendJson } from '../../../local/video-service/scripted/response.ts'
import {
  ScriptedService,
  type Task as ScriptedTask,
  type SentRequest,
} from '../../../local/video-service/scripted/service.ts'
import { padVideo } from '../pad-video.ts'
import { QUEUE_MS, readScript } from './job-script.ts'
import type { FromProvider, Task, ToProvider } from './messages.ts'

const { SCALE_PROVIDER_CALLS = '', SCALE_VIDEO_BYTES = '' } = process.env
const CALLS_PER_SECOND = Number(SCALE_PROVIDER_CALLS)
const MOST_AT_ONCE = 200
const ANSWER_MS = 100
/** The time in which the provider's queue advances by one position. */
const QUEUE_STEP_MS = 5000
const video = new Uint8Array(padVideo(readFileSync('tests/harness/five-seconds.mp4'), Number(SCALE_VIDEO_BYTES)))

const tasks = new Map<string, Task>()
const creates: Record<string, number> = {}
const counts = { create: 0, check: 0, refused: 0, file: 0, webhook: 0, busiestSecond: 0 }
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
let [second, callsInSecond, atOnce] = [0, 0, 0]
/** The time by which all tasks end. */
let endsBy = Number.POSITIVE_INFINITY

const services = { polled: await open('polled'), webhook: await open('webhook') }
process.send?.({ type: 'ready', url: services.polled.url, falUrl: services.webhook.url } satisfies FromProvider)

process.on('message', (message: ToProvider) => {
  switch (message.type) {
    case 'add':
      for (const task of message.tasks) {
        services[task.kind].add(task.id)
        keep(task)
      }
      return
    case 'finish':
      endsBy = Date.now() + message.withinMs
      for (const task of tasks.values()) {
        const doneAt = Date.now() + Math.random() * message.withinMs
        if (task.doneAt > doneAt) keep({ ...task, startsAt: Math.min(task.startsAt, doneAt), doneAt })
      }
      return
    case 'report':
      process.send?.({ type: 'report', tasks: [...tasks.values()], creates, counts } satisfies FromProvider)
      counts.busiestSecond = 0
      return
    default:
      return message satisfies never
  }
})
process.on('disconnect', () => process.exit())

async function open(kind: Task['kind']): Promise<ScriptedService> {
  const service = new ScriptedService(kind === 'polled' ? pollo : fal, { video })
  service.intercept.any = (sent) => limit(service, sent)
  service.newId = (sent) => create(sent, kind).id
  service.onAsk = update
  await service.open()
  return service
}

/** Limits the calls. Returns the response of a refused call. An accepted call waits for its simulated latency. */
async function limit(service: ScriptedService, { call, id, path }: SentRequest): Promise<ScriptedResponse | undefined> {
  service.sent.length = 0
  if (path === 'jwks.json') return sendJson({ keys: [publicKey.export({ format: 'jwk' })] })
  if (call === 'file') {
    counts.file += 1
    return
  }
  const task = tasks.get(id)
  if (task) task.calls += 1
  counts[call === 'create' ? 'create' : 'check'] += 1
  if (isOverLimit()) {
    counts.refused += 1
    return service.wire.refuse(429, 'Too many requests', { 'retry-after': '1' })
  }
  atOnce += 1
  await sleep(ANSWER_MS * (0.5 + Math.random()))
  atOnce -= 1
}

function isOverLimit(): boolean {
  const now = Math.floor(Date.now() / 1000)
  callsInSecond = now === second ? callsInSecond + 1 : 1
  second = now
  counts.busiestSecond = Math.max(counts.busiestSecond, callsInSecond)
  return callsInSecond > CALLS_PER_SECOND || atOnce >= MOST_AT_ONCE
}

function create({ body, url }: SentRequest, kind: Task['kind']): Task {
  const { jobId, seconds, isFailing } = readScript(body)
  creates[jobId] = (creates[jobId] ?? 0) + 1
  const doneAt = Math.min(endsBy, Date.now() + seconds * 1000)
  const startsAt = Math.min(doneAt, Date.now() + QUEUE_MS)
  const callback = new URL(url).searchParams.get('fal_webhook') ?? ''
  return keep({ id: randomUUID(), jobId, kind, startsAt, doneAt, isFailing, callback, calls: 0, seenAt: null })
}

function keep(task: Task): Task {
  tasks.set(task.id, task)
  const end = () => {
    // If the end time was changed meanwhile, the new end has its own timer.
    if (tasks.get(task.id) === task) callBack(task)
  }
  if (task.callback) setTimeout(end, Math.max(0, task.doneAt - Date.now()))
  return task
}

function callBack({ id: request_id, callback: address }: Task): void {
  const body = JSON.stringify({ request_id, status: 'OK' })
  counts.webhook += 1
  const hash = createHash('sha256').update(body).digest('hex')
  const [id, user, time] = [randomUUID(), 'bench', String(Math.floor(Date.now() / 1000))]
  const signature = sign(null, Buffer.from([id, user, time, hash].join('\n')), privateKey).toString('hex')
  const named = { 'request-id': id, 'user-id': user, timestamp: time, signature }
  const headers = Object.fromEntries(Object.entries(named).map(([name, value]) => [`x-fal-webhook-${name}`, value]))
  process.send?.({ type: 'webhook', address, headers, body } satisfies FromProvider)
}

function update(asked: ScriptedTask): void {
  const task = tasks.get(asked.id)
  if (!task) return
  const [now, { startsAt, doneAt, isFailing, kind }] = [Date.now(), task]
  const isWaiting = now < startsAt && kind === 'webhook'
  asked.says = isWaiting ? { queue_position: Math.ceil((startsAt - now) / QUEUE_STEP_MS) } : {}
  asked.reason = 'The content was refused.'
  if (now < doneAt) asked.state = now < startsAt ? 'waiting' : 'running'
  else {
    task.seenAt ??= now
    asked.state = isFailing ? 'failed' : 'done'
  }
}
