export interface TrainPlan {
  /** Seconds between two rail joints. */
  joint: number
  /** When a post passes the window. */
  posts: readonly number[]
  horn: number
}
