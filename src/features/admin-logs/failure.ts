// The first five sentences are the specification's.
import { ApiError, isRefusedAs, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import * as s from '@/lib/shape'

export const SENTENCES = {
  offline: '网络连接已断开',
  unreachable: '无法连接到服务器',
  refused: '管理员认证失败，请检查用户名和密码',
  serverError: '服务器内部错误，请联系技术支持',
  other: '认证失败或获取日志出错',
  locked: '登录尝试次数过多，请稍后再试',
}

export interface Failure {
  text: string
  /** Milliseconds since the epoch; set while the server is locked. */
  lockedUntil?: number
  /** The server's message and request id, for support. */
  detail?: string
}

const lockData = s.object({ retryAfterSeconds: s.notNegative })

export function failureOf(error: unknown, isOnline: boolean, now: number): Failure {
  if (error instanceof NetworkError) return { text: isOnline ? SENTENCES.unreachable : SENTENCES.offline }
  if (isLocked(error)) {
    const wait = s.read(lockData, error.data)
    return wait
      ? { text: SENTENCES.locked, lockedUntil: now + wait.retryAfterSeconds * 1000 }
      : { text: SENTENCES.locked }
  }
  const status = statusOf(error)
  if (status === 401) return { text: SENTENCES.refused }
  const text = status !== null && status >= 500 ? SENTENCES.serverError : SENTENCES.other
  return error instanceof ApiError ? { text, detail: detailOf(error) } : { text }
}

export function detailOf({ message, requestId }: ApiError): string {
  return requestId ? `${message} (${requestId})` : message
}

/** For a while the server refuses even the right credential. */
export function isLocked(error: unknown): error is ApiError {
  return error instanceof ApiError && isRefusedAs(error, 'locked')
}

export function statusOf(error: unknown): number | null {
  return error instanceof ApiError || error instanceof UnexpectedResponseError ? error.status : null
}
