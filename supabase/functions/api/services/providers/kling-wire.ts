// Parses the responses of Kling's API with `model_name`. docs/internals/provider-notes.md says how reliable this
// knowledge is. Readers return null for a response that isn't Kling's.
import { z } from 'zod'
import { readEnd } from './failures/end-words.ts'
import { findRefusedContent } from './failures/refused-content.ts'
import type { Cost, StatusOutcome } from './provider.ts'
import { toCost } from './provider-response.ts'

const envelope = z.looseObject({ code: z.number(), message: z.string().catch(''), data: z.unknown().optional() })
export type KlingResponse = z.output<typeof envelope>

const text = z.string().nullish().catch(null)
const task = z.looseObject({
  task_id: z.string().min(1),
  task_status: z.string(),
  task_status_msg: text,
  task_info: z.looseObject({ external_task_id: text }).nullish().catch(null),
  task_result: z
    .looseObject({
      videos: z
        .array(z.looseObject({ url: text }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  final_unit_deduction: z.unknown().optional(),
  final_balance_deduction: z.looseObject({ quota: z.unknown().optional() }).nullish().catch(null),
})
type Task = z.output<typeof task>

export function readResponse(body: unknown): KlingResponse | null {
  return envelope.safeParse(body).data ?? null
}

export function readTaskId({ code, data }: KlingResponse): string | null {
  return code === 0 ? (z.looseObject({ task_id: z.string().min(1) }).safeParse(data).data?.task_id ?? null) : null
}

/** Returns whether the code is a refusal by the platform's policy (1300) or its content policy (1301). */
export function isContentRefusal(code: number): boolean {
  return code === 1300 || code === 1301
}

/**
 * Reads the status of a task. `jobId`: set if the task was requested by our job ID. Other tasks in the response are
 * then ignored.
 */
export function readStatus({ code, message, data }: KlingResponse, jobId: string | null): StatusOutcome {
  const found = code === 0 ? [data ?? []].flat() : []
  const tasks = found.flatMap((one) => task.safeParse(one).data ?? [])
  const own = jobId === null ? tasks[0] : tasks.find(({ task_info }) => task_info?.external_task_id === jobId)
  if (own) return readTask(own)
  if (isContentRefusal(code))
    return { kind: 'failed', message, refused: findRefusedContent(message), cause: `${code} ${message}` }
  const isUnknown = code === 0 ? found.length === 0 : isNoSuchTask(code, message)
  // Only a task that was requested by our job ID can be unknown. If Kling returned a task ID, the task existed.
  if (isUnknown && jobId !== null) return { kind: 'forgotten' }
  return { kind: 'no_news', cause: new Error(`status returned code ${code}: ${message}`) }
}

function isNoSuchTask(code: number, message: string): boolean {
  return (code === 1201 || code === 1203) && /not (found|exist)/i.test(message)
}

function readTask(found: Task): StatusOutcome {
  const word = found.task_status.toLowerCase()
  const end = readEnd(word, 'at Kling')
  // The envelope's message is still SUCCEED here.
  if (end !== null) return { kind: 'failed', message: found.task_status_msg || end, ...readCost(found) }
  switch (word) {
    case 'submitted':
      return { kind: 'running', phase: 'waiting' }
    case 'processing':
      return { kind: 'running', phase: 'processing' }
    case 'succeed':
    case 'succeeded':
      return { kind: 'succeeded', url: found.task_result?.videos?.[0]?.url || null, ...readCost(found) }
    default:
      return { kind: 'running', phase: 'processing', unknownWord: found.task_status }
  }
}

/**
 * Reads the cost. Kling sends numbers as text. A charge to the balance has no units, and Kling doesn't name its
 * currency.
 */
function readCost({ final_unit_deduction, final_balance_deduction }: Task): { cost?: Cost } {
  const [units, balance] = [final_unit_deduction, final_balance_deduction?.quota].map((value) =>
    typeof value === 'string' && value !== '' ? Number(value) : value,
  )
  return typeof balance === 'number' && balance > 0 && !units ? toCost(balance, 'balance') : toCost(units, 'units')
}
