import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { ActionResult } from './action-result-note'

/** The server answers 404 where test actions are off, as in production. */
export const TURNED_OFF: ActionResult = {
  tone: 'bad',
  text: '此服务器未开启测试操作（404）：生产环境中不能模拟订阅，也不能验证积分余额。',
}

export const ANOTHER_USER: ActionResult = { tone: 'bad', text: '找不到该用户（404）：只能对当前登录的用户执行此操作。' }

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

export function actionFailure(error: unknown): ActionResult {
  if (error instanceof NetworkError) return bad(navigator.onLine ? '无法连接到服务器' : '网络连接已断开')
  if (error instanceof ApiError && error.status === 401) return bad('请先登录（401）')
  // By name: importing the class would load the Supabase client.
  if (error instanceof Error && error.name === 'AuthSessionMissingError') return bad('没有可刷新的会话，请先登录')
  if (error instanceof ApiError)
    return bad(`操作失败（${[error.status, error.requestId].filter(Boolean).join('，')}）：${error.message}`)
  return bad(`操作失败：${error instanceof Error ? error.message : String(error)}`)
}

function bad(text: string): ActionResult {
  return { tone: 'bad', text }
}
