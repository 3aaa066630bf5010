import type { Model } from './models.ts'
import type { TaskRunner } from './task-runner.ts'
import type { TaskStore } from './task-store.ts'

export interface ServiceParts {
  baseUrl: string
  /** The models of Pollo's format by their path below the address of the API. */
  models: ReadonlyMap<string, Model>
  /** The models of fal's format by their path below the queue. */
  falModels: ReadonlyMap<string, Model>
  apiKey: string
  clock: () => number
  store: TaskStore
  runner: TaskRunner
  /** The only origin that images and videos are fetched from. */
  imageOrigin: string
  clips: string
}
