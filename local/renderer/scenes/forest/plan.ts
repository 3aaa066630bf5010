export interface ForestPlan {
  songs: readonly { at: number; pan: number; pitch: number; kind: 'warble' | 'call' }[]
  /** Gusts in which leaves fall. */
  gusts: readonly number[]
}
