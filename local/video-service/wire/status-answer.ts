// The answer of GET generation/{taskId}/status: the documented payload, plus `result` as the product's specification
// has it.
import { SLOW_TASK_MS } from '../faults.ts'
import type { Task } from '../task-store.ts'

export function statusAnswer(task: Task, baseUrl: string, now: number) {
  // A #slow clip is rendered at once and shown late: the wait needs no timer and survives a restart.
  const isHeldBack = task.fault === '#slow' && task.status === 'succeed' && now < task.createdAt + SLOW_TASK_MS
  const status = isHeldBack ? 'processing' : task.status
  const hasUrl = status === 'succeed' && task.fault !== '#no-url'
  const url = hasUrl ? `${baseUrl}/files/${task.generationId}.mp4` : ''
  return {
    code: 'SUCCESS',
    message: 'success',
    data: {
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
    },
  }
}
