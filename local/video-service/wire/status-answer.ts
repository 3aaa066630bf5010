// The documented payload, plus `result` of the product's specification.
import { SLOW_TASK_MS } from '../faults.ts'
import type { Task } from '../task-store.ts'

export function statusAnswer(task: Task, baseUrl: string, now: number) {
  // Rendered at once and shown late, so that no timer is needed and a restart changes nothing.
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
