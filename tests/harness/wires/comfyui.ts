import { nameSavedFile } from '../../../local/video-service/scripted/comfyui.ts'
import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { createComfyProvider } from '../../../supabase/functions/api/services/providers/comfyui.ts'
import { readWorkflows, WORKFLOWS } from '../../../vite/read-workflows.ts'
import { at, JOB, ORDER, REASON, type Wire, type WireResponse } from './wire.ts'

const workflows = await readWorkflows(WORKFLOWS)

/** Returns a workflow that only outputs the values that a job inserts into it. */
const show = (kind: string, ...images: string[]) => {
  const names = ['prompt', 'negative', 'seed', 'width', 'height', 'frames', 'fps', 'duration', ...images]
  const inputs = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))
  return { 1: { class_type: 'Show', inputs: { kind, ...inputs } } }
}
export const SHOWN = {
  text: show('text'),
  image: show('image', 'image'),
  frames: show('frames', 'image', 'last_image'),
  references: show('references', 'reference_1', 'reference_2', 'reference_3'),
}

export const comfy: Wire = {
  name: 'ComfyUI',
  model: 'wan-2.2',
  taskId: JOB,
  maxResponseMb: 32,
  open: (options) => createComfyProvider({ models: at('comfyui'), ...options, workflows: { ...workflows, ...SHOWN } }),
  requests: {
    read({ body }) {
      const { kind, ...fields } = JSON.parse(body).prompt[1].inputs
      return { endpoint: kind, fields }
    },
    endpoint: (kind) => kind,
    // The size is the model's 9:16 size.
    bare: {
      prompt: ORDER.prompt,
      negative: '',
      seed: 7,
      width: 704,
      height: 1280,
      frames: 121,
      fps: 24,
      duration: 5,
    },
    // A workflow always gets a size and a seed, even if the entry doesn't list them. The workflow itself decides about sound.
    adds: {
      aspectRatio: {},
      negativePrompt: { negative: 'blur' },
      seed: {},
      sound: {},
      image: { image: `soundreel/${JOB}.png` },
      frames: { image: `soundreel/${JOB}.png`, last_image: `soundreel/${JOB}-last_image.png` },
      references: {
        reference_1: `soundreel/${JOB}-reference-1.png`,
        reference_2: `soundreel/${JOB}-reference-2.png`,
        reference_3: `soundreel/${JOB}-reference-2.png`,
      },
    },
    names: {},
  },
  created: ({ path, body }) =>
    path === 'upload/image'
      ? sendJson({ name: /filename="([^"]+)"/.exec(body)?.[1], subfolder: 'soundreel', type: 'input' })
      : sendJson({ prompt_id: JSON.parse(body).prompt_id, number: 1, node_errors: {} }),
  createdWithoutId: null,
  // ComfyUI refuses only an invalid workflow, never a prompt. Other errors come from a proxy in front of ComfyUI.
  error: null,
  refusals: {
    create: [],
    status: [{ answer: answerAsFailed('Content moderation: the prompt was flagged'), refused: 'prompt' }],
  },
  refusedInput: null,
  waiting: answerAsComfyUI({ pending: true }),
  running: answerAsComfyUI({ running: true }),
  unknownWord: null,
  fetchesImages: null,
  done: answerAsComfyUI({
    ending: { outputs: { 11: nameSavedFile('images', 'one.mp4') }, status: { status_str: 'success' } },
  }),
  fileUrl: (base) => `${base}/view?filename=one.mp4&subfolder=soundreel&type=output`,
  cost: null,
  doneWithoutFile: answerAsComfyUI({ ending: { outputs: {}, status: { status_str: 'success' } } }),
  failed: answerAsFailed(REASON),
  ended: [
    answerAsComfyUI({
      ending: { outputs: {}, status: { status_str: 'error', messages: [['execution_interrupted', {}]] } },
    }),
  ],
  unknownTask: { answer: answerAsComfyUI({}), kind: 'forgotten' },
  cancel: [
    { answer: answerAsComfyUI({}), outcome: 'stopped' },
    {
      answer: answerAsComfyUI({
        ending: { outputs: { 11: nameSavedFile('images', 'one.mp4') }, status: { status_str: 'success' } },
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

function answerAsFailed(exception_message: string): WireResponse {
  const messages = [['execution_error', { exception_message }]]
  return answerAsComfyUI({ ending: { outputs: {}, status: { status_str: 'error', messages } } })
}

function answerAsComfyUI({ pending, running, ending }: ComfyState): WireResponse {
  const item = [1, JOB, {}, {}, []]
  return ({ path }) =>
    path === 'queue'
      ? sendJson({ queue_running: running ? [item] : [], queue_pending: pending ? [item] : [] })
      : sendJson(ending ? { [JOB]: ending } : {})
}
