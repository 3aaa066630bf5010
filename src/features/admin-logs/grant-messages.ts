import type { CreditUser, ErrorCode } from '@contract'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { detailOf, SENTENCES, statusOf } from './failure'

const MAX_AMOUNT = 1_000_000
export const MAX_REASON_LENGTH = 200
export const credits = new Intl.NumberFormat('zh-CN')

export interface GrantForm {
  user: string
  amount: string
  reason: string
}
export const EMPTY_FORM: GrantForm = { user: '', amount: '', reason: '' }

/** Returns null when the form is valid. */
export function problemsOf({ user, amount, reason }: GrantForm): Partial<GrantForm> | null {
  const isAmount = /^\d{1,7}$/.test(amount.trim()) && Number(amount) >= 1 && Number(amount) <= MAX_AMOUNT
  const problems = {
    ...(user.trim() ? {} : { user: '请输入用户的邮箱或用户ID' }),
    ...(isAmount ? {} : { amount: `请输入 1 至 ${credits.format(MAX_AMOUNT)} 之间的整数` }),
    ...(reason.trim() ? {} : { reason: '请填写原因' }),
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** Returns null for exactly one user. */
export function userProblem(users: readonly CreditUser[]): string | null {
  if (users.length === 0) return '没有找到该用户。只有登录过的用户才能收到积分。'
  if (users.length === 1) return null
  return `有 ${users.length} 个用户使用该邮箱，请改填其中一个的用户ID：${users.map(({ id }) => id).join('、')}`
}

export function nameOf({ name, email, id }: CreditUser): string {
  const address = email || id
  return name ? `${name}（${address}）` : address
}

export interface GrantFailure {
  text: string
  detail?: string
}

const NOTHING_GRANTED = '未发放任何积分。'
/** The next try has the same key. */
const ONCE = '再次提交不会重复发放。'

const REFUSALS = {
  no_such_user: `该用户已不存在，${NOTHING_GRANTED}`,
  balance_full: `该账户容纳不下这么多积分，${NOTHING_GRANTED}`,
  key_mismatch: `这笔发放与之前提交的不一致，${NOTHING_GRANTED}请重新填写。`,
  bad_request: `填写的内容有误，${NOTHING_GRANTED}`,
} satisfies Partial<Record<ErrorCode, string>> as Partial<Record<string, string>>

/** `mayBeGranted`: the grant was sent, so that without an answer it may have happened. */
export function grantFailure(error: unknown, mayBeGranted: boolean, isOnline: boolean): GrantFailure {
  const unsure = mayBeGranted ? `，不确定是否已发放。${ONCE}` : `，${NOTHING_GRANTED}`
  if (error instanceof NetworkError) return { text: (isOnline ? SENTENCES.unreachable : SENTENCES.offline) + unsure }
  const known = error instanceof ApiError ? REFUSALS[error.code] : undefined
  if (known) return { text: known }
  const status = statusOf(error)
  const text =
    status !== null && status >= 400 && status < 500 ? `请求被拒绝，${NOTHING_GRANTED}` : `服务器内部错误${unsure}`
  return error instanceof ApiError ? { text, detail: detailOf(error) } : { text }
}
