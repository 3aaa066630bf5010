export const DEADLINE = {
  /** The time when the credits are returned, whatever the provider does. */
  seconds: 60 * 60,
  /**
   * The extra time in which the provider is still checked, to save a finished video. After that, no fault can hold the
   * credits.
   */
  lastChecksSeconds: 10 * 60,
}
