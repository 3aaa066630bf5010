import type { Model } from './models.ts'
import type { TaskRunner } from './task-runner.ts'
import type { TaskStore } from './task-store.ts'

export interface ServiceParts {
  baseUrl: string
  /** Pollo's models by their path below the API's base URL. */
  models: ReadonlyMap<string, Model>
  /** fal's models by their path below the queue's base URL. */
  falModels: ReadonlyMap<string, Model>
  apiKey: string
  clock: () => number
  store: TaskStore
  runner: TaskRunner
  imageOrigin: string
  clips: string
}
