export interface UnderwaterPlan {
  /** Strings of bubbles that are let go. */
  bubbles: readonly { at: number; x: number; count: number }[]
  hasWhale: boolean
}
