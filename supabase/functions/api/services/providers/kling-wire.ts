// Shapes of Kling's API with `model_name`. What is known of them, and how well: docs/internals/provider-notes.md. Readers return
// null for an answer that is not Kling's.
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

/** 1300 is the platform's policy, 1301 its policy for content. */
export function isContentRefusal(code: number): boolean {
  return code === 1300 || code === 1301
}

/** `jobId`: the task was asked for by this id, and another one is not taken for it. */
export function readStatus({ code, message, data }: KlingResponse, jobId: string | null): StatusOutcome {
  const found = code === 0 ? [data ?? []].flat() : []
  const tasks = found.flatMap((one) => task.safeParse(one).data ?? [])
  const own = jobId === null ? tasks[0] : tasks.find(({ task_info }) => task_info?.external_task_id === jobId)
  if (own) return readTask(own)
  if (isContentRefusal(code))
    return { kind: 'failed', message, refused: findRefusedContent(message), cause: `${code} ${message}` }
  const isUnknown = code === 0 ? found.length === 0 : isNoSuchTask(code, message)
  // A task that Kling has told us its id of was there.
  if (isUnknown && jobId !== null) return { kind: 'forgotten' }
  return { kind: 'no_news', cause: new Error(`status returned code ${code}: ${message}`) }
}

function isNoSuchTask(code: number, message: string): boolean {
  return (code === 1201 || code === 1203) && /not (found|exist)/i.test(message)
}

function readTask(found: Task): StatusOutcome {
  const word = found.task_status.toLowerCase()
  const end = readEnd(word, 'at Kling')
  // The message of the envelope still says SUCCEED.
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

/** Numbers are texts. What is paid from the balance has no units, and its currency is not said. */
function readCost({ final_unit_deduction, final_balance_deduction }: Task): { cost?: Cost } {
  const [units, balance] = [final_unit_deduction, final_balance_deduction?.quota].map((value) =>
    typeof value === 'string' && value !== '' ? Number(value) : value,
  )
  return typeof balance === 'number' && balance > 0 && !units ? toCost(balance, 'balance') : toCost(units, 'units')
}
