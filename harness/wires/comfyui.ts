import { readWorkflows, WORKFLOWS } from '../../build/read-workflows.ts'
import { createComfyProvider } from '../../supabase/functions/api/services/providers/comfyui.ts'
import { savedAs } from '../comfyui.ts'
import { json } from '../scripted-provider.ts'
import { type Answer, at, JOB, REASON, type Wire } from './wire.ts'

const workflows = await readWorkflows(WORKFLOWS)

export const comfy: Wire = {
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
