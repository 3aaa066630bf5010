// Builds the status response: the provider's documented fields, and `result`, which the product also reads.
import { getShownStatus } from '../shown-status.ts'
import type { Task } from '../task-store.ts'

export function wrapSuccess(data: Record<string, unknown>): Response {
  return Response.json({ code: 'SUCCESS', message: 'success', data })
}

export function statusResponse(task: Task, baseUrl: string, now: number): Response {
  const status = getShownStatus(task, now)
  const hasUrl = status === 'succeed' && task.fault !== '#no-url'
  const url = hasUrl ? `${baseUrl}/files/${task.generationId}.mp4` : ''
  return wrapSuccess({
    taskId: task.taskId,
    credit: task.credit,
    generations: [
      {
        id: task.generationId,
        status,
        failMsg: task.failMsg,
        url,
        mediaType: 'video',
        createdDate: new Date(task.createdAt).toISOString(),
        updatedDate: new Date(task.updatedAt).toISOString(),
      },
    ],
    result: { url, videoUrl: url, status },
  })
}
