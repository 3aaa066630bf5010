// Each provider's answers, in its own shapes.
import { readWorkflows, WORKFLOWS } from '../build/read-workflows.ts'
import { readCatalogue } from '../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { createComfyProvider } from '../supabase/functions/api/services/providers/comfyui.ts'
import { createFalProvider } from '../supabase/functions/api/services/providers/fal.ts'
import { createKlingProvider } from '../supabase/functions/api/services/providers/kling.ts'
import { createOpenRouterProvider } from '../supabase/functions/api/services/providers/openrouter.ts'
import { createPolloProvider } from '../supabase/functions/api/services/providers/pollo.ts'
import type { Cost, VideoProvider } from '../supabase/functions/api/services/providers/provider.ts'
import type { ProviderOptions } from '../supabase/functions/api/services/providers/provider-http.ts'
import { createRunwayProvider } from '../supabase/functions/api/services/providers/runway.ts'
import { savedAs } from './comfyui.ts'
import { json, type Reply, type Sent } from './scripted-provider.ts'

const JOB = '7f0b6c1e-9a57-4c43-8a0e-3a4f0e6f2a11'
export const REASON = 'The prompt was flagged'

/** A job without an image; the model is the wire's. */
export const ORDER = {
  jobId: JOB,
  prompt: 'Rain on a window',
  negativePrompt: '',
  durationSeconds: 5,
  aspectRatio: '16:9',
  seed: 7,
  generateAudio: true,
  image: null,
}

type Answer = (sent: Sent) => Reply

/** Null where the provider has no such answer. */
export interface Wire {
  name: string
  model: string
  /** A task of it, as create returns it. */
  taskId: string
  /** More MB than this are read of no answer. */
  maxAnswerMb: number
  open(options: Omit<ProviderOptions, 'models'>): VideoProvider
  created: Answer
  /** Accepted, without an id. */
  createdWithoutId: Answer | null
  /** An error of this status in the provider's shape. */
  error: ((status: number) => Reply) | null
  moderated: Answer | null
  waiting: Answer
  running: Answer
  /** The progress that `running` reports, 0 to 1. */
  progress?: number
  unknownWord: Answer | null
  /** `public`: where it can, and else it gets the image itself, as a data URI or (`bare`) its base64 alone. Null where it gets a file. */
  fetchesImages: 'always' | 'public' | 'bare' | null
  done: Answer
  /** The address that a video which is done is fetched from; `base` is the provider's. */
  fileUrl(base: string): string
  /** The cost that `done` reports. */
  cost: Cost | null
  doneWithoutFile: Answer
  failed: Answer
  /** The provider does not know the task. */
  unknownTask: { answer: Answer; kind: 'forgotten' | 'no_news' }
  /** Null when the provider cannot stop tasks. */
  cancel: { answer: Answer; outcome: 'stopped' | 'too_late' }[] | null
}

const { at } = readCatalogue(MODELS)
const workflows = await readWorkflows(WORKFLOWS)
const FILE = 'https://files.test/one.mp4'

const pollo: Wire = {
  name: 'Pollo',
  model: 'veo-3',
  taskId: 'cm1',
  maxAnswerMb: 1,
  open: (options) => createPolloProvider({ ...options, models: at('pollo'), hasQueueStop: true }),
  created: () => json({ code: 'SUCCESS', message: 'success', data: { taskId: 'cm1', status: 'waiting' } }),
  createdWithoutId: () => json({ code: 'SUCCESS', data: {} }),
  error: (status) => json({ message: REASON, code: 'ERROR' }, status),
  moderated: () => json({ message: 'Invalid input', code: 'BAD_REQUEST', issues: [{ message: REASON }] }, 400),
  waiting: () => polloStatus('waiting'),
  running: () => polloStatus('processing'),
  unknownWord: () => polloStatus('paused'),
  fetchesImages: 'always',
  done: () => polloStatus('succeed', { url: FILE }, 12.5),
  fileUrl: () => FILE,
  cost: { amount: 12.5, unit: 'credits' },
  doneWithoutFile: () => polloStatus('succeed'),
  failed: () => polloStatus('failed', { failMsg: REASON }),
  unknownTask: { answer: () => json({ message: 'Not found', code: 'NOT_FOUND' }, 404), kind: 'no_news' },
  cancel: [
    { answer: () => json({ data: { taskId: 'cm1', status: 'stopped' } }), outcome: 'stopped' },
    { answer: () => json({ message: 'It runs', code: 'CONFLICT' }, 409), outcome: 'too_late' },
  ],
}

function polloStatus(status: string, more = {}, credit?: number): Reply {
  return json({
    code: 'SUCCESS',
    data: { taskId: 'cm1', credit, generations: [{ id: 'g', status, url: '', failMsg: '', ...more }] },
  })
}

const fal: Wire = {
  name: 'fal',
  model: 'veo-3',
  taskId: 'fal-ai/veo3/requests/r1',
  maxAnswerMb: 1,
  open: (options) => createFalProvider({ ...options, models: at('fal') }),
  created: () => json({ request_id: 'r1' }),
  createdWithoutId: () => json({ hello: 1 }),
  error: (status) => json({ detail: REASON, error_type: 'some_error' }, status),
  moderated: () => json({ detail: [{ loc: ['body', 'prompt'], msg: REASON, type: 'content_policy_violation' }] }, 422),
  waiting: () => json({ status: 'IN_QUEUE', queue_position: 3 }),
  running: () => json({ status: 'IN_PROGRESS' }),
  unknownWord: () => json({ status: 'PAUSED' }),
  fetchesImages: 'public',
  done: falResult(json({ video: { url: FILE } })),
  fileUrl: () => FILE,
  cost: null,
  doneWithoutFile: falResult(json({ video: null })),
  failed: falResult(json({ detail: [{ loc: [], msg: REASON, type: 'x' }] }, 422)),
  unknownTask: { answer: () => json({ detail: 'Request not found' }, 404), kind: 'no_news' },
  cancel: [
    { answer: ({ method }) => json({ status: method === 'PUT' ? 'OK' : 'IN_QUEUE' }), outcome: 'stopped' },
    { answer: () => json({ status: 'IN_PROGRESS' }), outcome: 'too_late' },
    {
      answer: ({ method }) =>
        method === 'PUT' ? json({ status: 'ALREADY_COMPLETED' }, 400) : json({ status: 'IN_QUEUE' }),
      outcome: 'too_late',
    },
  ],
}

/** A failed request is COMPLETED too: its result is an error. */
function falResult(result: Reply): Answer {
  return ({ path }) => (path.endsWith('/status') ? json({ status: 'COMPLETED' }) : result)
}

const openRouter: Wire = {
  name: 'OpenRouter',
  model: 'veo-3.1',
  taskId: 'gen-vid-1-abc',
  maxAnswerMb: 1,
  open: (options) => createOpenRouterProvider({ ...options, models: at('openrouter') }),
  created: () => json({ id: 'gen-vid-1-abc', polling_url: '/api/v1/videos/gen-vid-1-abc', status: 'pending' }, 202),
  createdWithoutId: () => json({ status: 'pending' }, 202),
  error: (status) => json({ error: { code: status, message: REASON } }, status),
  moderated: () => json({ error: { code: 403, message: REASON, metadata: { reasons: ['violence'] } } }, 403),
  waiting: () => openRouterJob('pending'),
  running: () => openRouterJob('in_progress'),
  unknownWord: () => openRouterJob('paused'),
  fetchesImages: 'public',
  done: () => openRouterJob('completed', { unsigned_urls: ['https://elsewhere.test/1.mp4'], usage: { cost: 1.6 } }),
  fileUrl: (base) => `${base}/videos/gen-vid-1-abc/content?index=0`,
  cost: { amount: 1.6, unit: 'usd' },
  doneWithoutFile: () => openRouterJob('completed', { unsigned_urls: [] }),
  failed: () => openRouterJob('failed', { error: REASON }),
  unknownTask: { answer: () => json({ error: { code: 404, message: 'No such job' } }, 404), kind: 'no_news' },
  cancel: null,
}

function openRouterJob(status: string, more = {}): Reply {
  return json({ id: 'gen-vid-1-abc', polling_url: '/api/v1/videos/gen-vid-1-abc', status, ...more })
}

/** Codes as Kling documents them for these statuses. */
const KLING_CODES: Record<number, number> = {
  400: 1201,
  401: 1002,
  402: 1102,
  403: 1103,
  404: 1203,
  413: 1200,
  429: 1303,
  500: 5000,
  503: 5001,
}

const kling: Wire = {
  name: 'Kling',
  model: 'kling-3.0',
  taskId: 'text2video/8931',
  maxAnswerMb: 1,
  open: (options) => createKlingProvider({ ...options, models: at('kling'), apiSecret: '', now: () => new Date() }),
  created: () => klingTask('submitted'),
  // It is asked for by our job's id: kling.test.ts.
  createdWithoutId: null,
  error: (status) => json({ code: KLING_CODES[status], message: REASON, request_id: 'r1' }, status),
  moderated: () => json({ code: 1301, message: REASON, request_id: 'r1' }, 400),
  waiting: () => klingTask('submitted'),
  running: () => klingTask('processing'),
  unknownWord: () => klingTask('paused'),
  fetchesImages: 'bare',
  done: () => klingTask('succeed', { task_result: { videos: [{ id: 'v', url: FILE }] }, final_unit_deduction: '4.5' }),
  fileUrl: () => FILE,
  cost: { amount: 4.5, unit: 'units' },
  doneWithoutFile: () => klingTask('succeed', { task_result: { videos: [] } }),
  failed: () => klingTask('failed', { task_status_msg: REASON }),
  unknownTask: {
    answer: () => json({ code: 1201, message: 'Task not found', request_id: 'r1' }, 400),
    kind: 'no_news',
  },
  cancel: null,
}

function klingTask(task_status: string, more = {}): Reply {
  const task = { task_id: '8931', task_status, task_info: { external_task_id: JOB }, created_at: 1, updated_at: 2 }
  return json({ code: 0, message: 'SUCCEED', request_id: 'r1', data: { ...task, ...more } })
}

const runway: Wire = {
  name: 'Runway',
  model: 'veo-3.1',
  taskId: 'd2e3d1f4',
  maxAnswerMb: 1,
  open: (options) => createRunwayProvider({ ...options, models: at('runway') }),
  created: () => json({ id: 'd2e3d1f4', estimatedCost: { credits: 240 } }),
  createdWithoutId: () => json({ estimatedCost: { credits: 240 } }),
  error: (status) => json({ error: REASON, docUrl: 'https://docs.dev.runwayml.com/api' }, status),
  moderated: () => json({ error: 'Validation of body failed', issues: [{ message: REASON }] }, 400),
  waiting: () => runwayTask('THROTTLED'),
  running: () => runwayTask('RUNNING', { progress: 0.4 }),
  progress: 0.4,
  unknownWord: () => runwayTask('PAUSED'),
  fetchesImages: 'public',
  done: () => runwayTask('SUCCEEDED', { output: [FILE], cost: { credits: 240 } }),
  fileUrl: () => FILE,
  cost: { amount: 240, unit: 'credits' },
  doneWithoutFile: () => runwayTask('SUCCEEDED', { output: [] }),
  failed: () => runwayTask('FAILED', { failure: REASON, failureCode: 'SAFETY.INPUT.TEXT' }),
  unknownTask: { answer: () => json({ error: 'Task not found' }, 404), kind: 'no_news' },
  cancel: [
    {
      answer: ({ method }) =>
        method === 'DELETE' ? { status: 204, headers: {}, body: '' } : runwayTask('PENDING', { estimatedCost: {} }),
      outcome: 'stopped',
    },
    { answer: () => runwayTask('CANCELLED', { cost: { credits: 0 } }), outcome: 'stopped' },
    { answer: () => runwayTask('RUNNING', { progress: 0.1 }), outcome: 'too_late' },
    { answer: () => runwayTask('SUCCEEDED', { output: [FILE] }), outcome: 'too_late' },
  ],
}

function runwayTask(status: string, more = {}): Reply {
  return json({ id: 'd2e3d1f4', createdAt: '2026-11-22T12:00:00Z', status, ...more })
}

const comfy: Wire = {
  name: 'ComfyUI',
  model: 'wan-2.2',
  taskId: JOB,
  maxAnswerMb: 32,
  open: (options) => createComfyProvider({ ...options, models: at('comfyui'), workflows }),
  created: ({ body }) => json({ prompt_id: JSON.parse(body).prompt_id, number: 1, node_errors: {} }),
  createdWithoutId: null,
  // The operator's workflow is refused, never a prompt; all other errors are those of a proxy in front of it.
  error: null,
  moderated: null,
  waiting: comfyAnswers({ pending: true }),
  running: comfyAnswers({ running: true }),
  unknownWord: null,
  fetchesImages: null,
  done: comfyAnswers({ ending: { outputs: { 11: savedAs('images', 'one.mp4') }, status: { status_str: 'success' } } }),
  fileUrl: (base) => `${base}/view?filename=one.mp4&subfolder=soundreel&type=output`,
  cost: null,
  doneWithoutFile: comfyAnswers({ ending: { outputs: {}, status: { status_str: 'success' } } }),
  failed: comfyAnswers({
    ending: {
      outputs: {},
      status: { status_str: 'error', messages: [['execution_error', { exception_message: REASON }]] },
    },
  }),
  unknownTask: { answer: comfyAnswers({}), kind: 'forgotten' },
  cancel: [
    { answer: comfyAnswers({}), outcome: 'stopped' },
    {
      answer: comfyAnswers({
        ending: { outputs: { 11: savedAs('images', 'one.mp4') }, status: { status_str: 'success' } },
      }),
      outcome: 'too_late',
    },
  ],
}

interface ComfyState {
  pending?: boolean
  running?: boolean
  ending?: unknown
}

function comfyAnswers({ pending, running, ending }: ComfyState): Answer {
  const item = [1, JOB, {}, {}, []]
  return ({ path }) =>
    path === 'queue'
      ? json({ queue_running: running ? [item] : [], queue_pending: pending ? [item] : [] })
      : json(ending ? { [JOB]: ending } : {})
}

export const WIRES = [pollo, fal, openRouter, kling, runway, comfy]
