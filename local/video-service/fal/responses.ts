import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceParts } from '../service-parts.ts'
import { getShownStatus } from '../shown-status.ts'
import type { Task } from '../task-store.ts'
import { FalError } from './errors.ts'

/** The path of a request: its app, its ID, and an optional action. */
export const REQUEST_PATH = /^(.+)\/requests\/([^/]+)(?:\/(status|cancel))?$/

/** Returns the ID and URLs of a request. fal's URLs contain the first two parts of the model's path. */
export function describeRequest({ taskId, model }: Pick<Task, 'taskId' | 'model'>, queueUrl: string) {
  const address = `${queueUrl}/${getApp(model)}/requests/${taskId}`
  return {
    request_id: taskId,
    response_url: address,
    status_url: `${address}/status`,
    cancel_url: `${address}/cancel`,
  }
}

/** Returns the owner and name, which are the first two parts of a model's path. */
export function getApp(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

/**
 * Returns the status of a request. A failed or canceled request also has the status COMPLETED, and its result is an
 * error.
 */
export function createStatus(task: Task, { baseUrl, clock, runner }: ServiceParts) {
  const request = describeRequest(task, `${baseUrl}/fal`)
  switch (getShownStatus(task, clock())) {
    case 'waiting':
      return { status: 'IN_QUEUE', ...request, queue_position: runner.countAhead(task) }
    case 'processing':
      return { status: 'IN_PROGRESS', ...request, logs: [] }
    default:
      return { status: 'COMPLETED', ...request, logs: [], metrics: {} }
  }
}

function getFaultType({ fault }: Task): string {
  return fault === '#refused' ? 'content_policy_violation' : 'generation_failed'
}

/** Returns the result of a request. Throws FalError for a failed or unfinished request. */
export async function createResult(task: Task, { baseUrl, clock, clips }: ServiceParts) {
  switch (getShownStatus(task, clock())) {
    case 'succeed':
      break
    case 'failed':
      throw new FalError(422, [{ loc: ['body'], msg: task.failMsg, type: getFaultType(task) }])
    case 'stopped':
      throw new FalError(400, 'Request was canceled')
    default:
      throw new FalError(400, 'Request is still in progress')
  }
  if (task.fault === '#no-url') return { video: null }
  const name = `${task.generationId}.mp4`
  const { size } = await stat(join(clips, name))
  const video = { url: `${baseUrl}/files/${name}`, content_type: 'video/mp4', file_name: name, file_size: size }
  return { video, seed: task.input.seed }
}
