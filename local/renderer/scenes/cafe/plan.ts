export interface CafePlan {
  isCooking: boolean
  /** Cups that touch, or drops that hit the pan. */
  clinks: readonly { at: number; pan: number; pitch: number }[]
}
