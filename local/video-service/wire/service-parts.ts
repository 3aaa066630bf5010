import type { TaskRunner } from '../task-runner.ts'
import type { TaskStore } from '../task-store.ts'

export interface ServiceParts {
  baseUrl: string
  apiKey: string
  clock: () => number
  store: TaskStore
  runner: TaskRunner
  /** The only origin that images are fetched from. */
  imageOrigin: string
  clips: string
}
