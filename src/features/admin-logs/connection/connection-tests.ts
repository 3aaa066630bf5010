import { ApiError } from '@/lib/http/api-error'
import type { TestAnswer } from '../admin-api'
import { failureOf, SENTENCES, statusOf } from '../failure'

export const CONNECTION_TESTS = [
  { id: 'backend', label: '测试后端连接', path: '/health', ok: '后端连接正常' },
  { id: 'admin', label: '测试管理API', path: '/api/admin/test', ok: '管理API正常' },
  { id: 'status', label: '测试服务器状态', path: '/api/admin/status', ok: '服务器状态正常' },
] as const

export type ConnectionTest = (typeof CONNECTION_TESTS)[number]

export interface TestResult {
  isOk: boolean
  text: string
  /** From the click to the answer, retries included; null when nothing was sent. */
  milliseconds: number | null
  message: string | null
  facts: { name: string; value: string }[]
}

export function successResult(test: ConnectionTest, answer: TestAnswer, milliseconds: number): TestResult {
  const { success: _, message, ...rest } = answer
  const facts = factsOf(rest)
  const isOk = facts.every(({ value }) => value !== FACT_VALUES.down)
  return {
    isOk,
    text: isOk ? test.ok : '服务器有响应，但部分服务异常',
    milliseconds,
    message: typeof message === 'string' ? message : null,
    facts,
  }
}

export function failedResult(error: unknown, milliseconds: number, isOnline: boolean, now: number): TestResult {
  const { text } = failureOf(error, isOnline, now)
  const status = statusOf(error)
  return {
    isOk: false,
    // That sentence is about a login.
    text: text === SENTENCES.other ? `测试失败${status === null ? '' : `（HTTP ${status}）`}` : text,
    milliseconds,
    message: error instanceof ApiError ? error.message : null,
    facts: [],
  }
}

const FACT_NAMES: Record<string, string> = {
  status: '状态',
  database: '数据库',
  auth: '认证服务',
  storage: '文件存储',
  time: '服务器时间',
  videoProvider: '视频服务商',
  testCredits: '测试积分',
}

const FACT_VALUES: Record<string, string> = { ok: '正常', down: '异常', true: '开启', false: '关闭' }

/** Flattens an answer. Names without a translation stay as they are. */
function factsOf(answer: object): { name: string; value: string }[] {
  return Object.entries(answer).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object') return value ? factsOf(value) : []
    const text = String(value)
    return [{ name: FACT_NAMES[key] ?? key, value: FACT_VALUES[text] ?? text }]
  })
}
