export interface CampfirePlan {
  /** Cracks that throw sparks. */
  cracks: readonly { at: number; power: number; pan: number }[]
}
