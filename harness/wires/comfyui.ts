import { readWorkflows, WORKFLOWS } from '../../build/read-workflows.ts'
import { createComfyProvider } from '../../supabase/functions/api/services/providers/comfyui.ts'
import { nameSaved } from '../comfyui.ts'
import { sendJson } from '../scripted-provider.ts'
import { type Answer, at, JOB, REASON, type Wire } from './wire.ts'

const workflows = await readWorkflows(WORKFLOWS)

export const comfy: Wire = {
  name: 'ComfyUI',
  model: 'wan-2.2',
  taskId: JOB,
  maxAnswerMb: 32,
  open: (options) => createComfyProvider({ ...options, models: at('comfyui'), workflows }),
  created: ({ body }) => sendJson({ prompt_id: JSON.parse(body).prompt_id, number: 1, node_errors: {} }),
  createdWithoutId: null,
  // The operator's workflow is refused, never a prompt; all other errors are those of a proxy in front of it.
  error: null,
  moderated: null,
  waiting: answerAsComfyUI({ pending: true }),
  running: answerAsComfyUI({ running: true }),
  unknownWord: null,
  fetchesImages: null,
  done: answerAsComfyUI({
    ending: { outputs: { 11: nameSaved('images', 'one.mp4') }, status: { status_str: 'success' } },
  }),
  fileUrl: (base) => `${base}/view?filename=one.mp4&subfolder=soundreel&type=output`,
  cost: null,
  doneWithoutFile: answerAsComfyUI({ ending: { outputs: {}, status: { status_str: 'success' } } }),
  failed: answerAsComfyUI({
    ending: {
      outputs: {},
      status: { status_str: 'error', messages: [['execution_error', { exception_message: REASON }]] },
    },
  }),
  unknownTask: { answer: answerAsComfyUI({}), kind: 'forgotten' },
  cancel: [
    { answer: answerAsComfyUI({}), outcome: 'stopped' },
    {
      answer: answerAsComfyUI({
        ending: { outputs: { 11: nameSaved('images', 'one.mp4') }, status: { status_str: 'success' } },
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

function answerAsComfyUI({ pending, running, ending }: ComfyState): Answer {
  const item = [1, JOB, {}, {}, []]
  return ({ path }) =>
    path === 'queue'
      ? sendJson({ queue_running: running ? [item] : [], queue_pending: pending ? [item] : [] })
      : sendJson(ending ? { [JOB]: ending } : {})
}
