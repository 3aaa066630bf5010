import { ApiError } from '@/lib/api-error'
import type { ActionResult } from './action-result-note'

/** The sentence for a failed action. The test calls answer like an unknown path where they are turned off. */
export function actionFailure(error: unknown): ActionResult {
  if (error instanceof ApiError && error.status === 404) return bad('测试操作未开启（404）')
  if (error instanceof ApiError && error.status === 401) return bad('请先登录（401）')
  return bad(`操作失败：${error instanceof Error ? error.message : String(error)}`)
}

function bad(text: string): ActionResult {
  return { tone: 'bad', text }
}
