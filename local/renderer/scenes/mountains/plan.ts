export interface MountainPlan {
  eagles: readonly { at: number; pan: number; pitch: number }[]
}
