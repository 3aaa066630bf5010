export interface CityDrivePlan {
  /** Beats a minute of the pulse that the signs follow. */
  tempo: number
  /** Metres a second. */
  speed: number
  /** Cars coming the other way, by the time they pass. */
  passing: readonly number[]
}
