// The processes of the bench send each other these messages.

export type ToIsolate = 'usage' | 'retire'

interface Usage {
  /** Milliseconds of the process since it began, the boot included. */
  cpuMs: number
  rssMb: number
  /** Warnings and errors of the log, counted by message. */
  said: Record<string, number>
}

export type FromIsolate =
  | { type: 'ready'; port: number; bootMs: number }
  | ({ type: 'usage' } & Usage)
  | ({ type: 'end' } & Usage)

/** A job at the provider. Times are milliseconds since the epoch. */
export interface Task {
  /** The provider's id of it. */
  id: string
  jobId: string
  kind: 'polled' | 'webhook'
  /** Until then it waits in the provider's queue. */
  startsAt: number
  doneAt: number
  isFailing: boolean
  /** The address of its webhook. Empty where the provider has none. */
  callback: string
  /** The status checks and results that it was asked for, those that were refused as well. */
  calls: number
  /** When the provider first answered that it has ended. */
  seenAt: number | null
}

export type ToProvider =
  | { type: 'add'; tasks: Task[] }
  /** Every task ends within so many milliseconds. */
  | { type: 'finish'; withinMs: number }
  | { type: 'report' }

export interface ProviderReport {
  tasks: Task[]
  /** Create requests by job. More than one is a video that is paid twice. */
  creates: Record<string, number>
  /** Since the provider began. `busiestSecond`: the most calls of one second since the last report. */
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
  /** Calls of each database function since the Data API began. */
  calls: Record<string, number>
  bytes: number
  /** The time of all statements, with their wait for a connection. */
  busyMs: number
  /** The most statements that waited for a connection at one moment since the last report. */
  mostWaiting: number
}

export type FromDataApi = { type: 'ready'; url: string } | ({ type: 'report' } & DataApiReport)
