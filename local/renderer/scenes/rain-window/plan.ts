import type { Flash } from '../../draw/weather.ts'

export interface RainWindowPlan {
  flashes: readonly Flash[]
  /** Cars that pass below: their light crosses the view as they are heard. */
  cars: readonly { at: number; from: number; tint: number }[]
}
