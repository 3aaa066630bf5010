// Defines the messages between the benchmark's processes.

export type ToIsolate = 'usage' | 'retire'

interface Usage {
  /** The CPU time of the process since its start in milliseconds, including the boot. */
  cpuMs: number
  rssMb: number
  /** The number of warnings and errors in the log, by message. */
  said: Record<string, number>
}

export type FromIsolate =
  | { type: 'ready'; port: number; bootMs: number }
  | ({ type: 'usage' } & Usage)
  | ({ type: 'end' } & Usage)

/** A job at the provider. Times are milliseconds since the epoch. */
export interface Task {
  /** The provider's ID of the task. */
  id: string
  jobId: string
  kind: 'polled' | 'webhook'
  /** The time at which the task leaves the provider's queue. */
  startsAt: number
  doneAt: number
  isFailing: boolean
  /** The URL of its webhook. Empty if the task has no webhook. */
  callback: string
  /** The number of status and result requests for the task, including refused ones. */
  calls: number
  /** The time of the first response that reported the end of the task. */
  seenAt: number | null
}

export type ToProvider =
  | { type: 'add'; tasks: Task[] }
  /** Makes every task end within `withinMs` milliseconds. */
  | { type: 'finish'; withinMs: number }
  | { type: 'report' }

export interface ProviderReport {
  tasks: Task[]
  /** The number of create requests by job. With more than one, the operator pays twice for the video. */
  creates: Record<string, number>
  /**
   * The counts since the provider started. `busiestSecond` is the highest number of calls in one second since the last
   * report.
   */
  counts: Record<'create' | 'check' | 'refused' | 'file' | 'webhook' | 'busiestSecond', number>
}

export type FromProvider =
  | { type: 'ready'; url: string; falUrl: string }
  | Webhook
  | ({ type: 'report' } & ProviderReport)

export interface Webhook {
  type: 'webhook'
  address: string
  headers: Record<string, string>
  body: string
}

export interface DataApiReport {
  /** The number of calls of each database function since the Data API started. */
  calls: Record<string, number>
  bytes: number
  /** The total time of all statements in milliseconds, including their wait for a connection. */
  busyMs: number
  /** The highest number of statements that waited for a connection at one moment since the last report. */
  mostWaiting: number
}

export type FromDataApi = { type: 'ready'; url: string } | ({ type: 'report' } & DataApiReport)
