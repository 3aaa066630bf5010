export const DEADLINE = {
  /** After this the credits go back, whatever the provider does (design section 5). */
  seconds: 60 * 60,
  /** The provider is asked for this much longer, to save a finished video. After that no fault can keep credits held. */
  lastChecksSeconds: 10 * 60,
}
