import type { Model } from '../models.ts'
import type { TaskRunner } from '../task-runner.ts'
import type { TaskStore } from '../task-store.ts'

export interface ServiceParts {
  baseUrl: string
  /** The models by their path below the address of the API. */
  models: ReadonlyMap<string, Model>
  apiKey: string
  clock: () => number
  store: TaskStore
  runner: TaskRunner
  /** The only origin that images are fetched from. */
  imageOrigin: string
  clips: string
}
