// Describes a whispered word, 'Hello?', as a series of keyframes. The sound reads the formants and the level, and the
// picture reads the mouth.

export const WHISPER_SECONDS = 6

interface Key {
  at: number
  /** The resonances of the mouth in hertz. */
  formants: readonly [number, number, number]
  /** The strength of the breath, from 0 to 1. */
  level: number
  /** The opening of the jaw, from 0 to 1. */
  jaw: number
  /** The roundness of the lips, from 0 to 1. */
  round: number
}

const REST = { formants: [560, 1700, 2650], level: 0, jaw: 0.1, round: 0 } as const

const KEYS: readonly Key[] = [
  { ...REST, at: 0, jaw: 0.42 },
  // She breathes in.
  { ...REST, at: 0.3, formants: [700, 1500, 2500], level: 0.07, jaw: 0.5 },
  { ...REST, at: 0.62, formants: [650, 1800, 2700], level: 0.02, jaw: 0.42 },
  // She says H, E, L, O.
  { at: 0.8, formants: [680, 1900, 2750], level: 0.45, jaw: 0.6, round: 0 },
  { at: 0.93, formants: [720, 1880, 2700], level: 1, jaw: 0.95, round: 0 },
  { at: 1.05, formants: [690, 1780, 2700], level: 0.9, jaw: 0.9, round: 0.05 },
  { at: 1.14, formants: [430, 1350, 2750], level: 0.34, jaw: 0.48, round: 0.1 },
  { at: 1.22, formants: [440, 1250, 2700], level: 0.38, jaw: 0.48, round: 0.3 },
  { at: 1.34, formants: [640, 1080, 2520], level: 0.95, jaw: 0.74, round: 0.75 },
  { at: 1.56, formants: [560, 980, 2480], level: 0.85, jaw: 0.56, round: 0.95 },
  // The voice rises, because the word is a question.
  { at: 1.78, formants: [520, 1040, 2620], level: 0.6, jaw: 0.4, round: 1 },
  { at: 1.98, formants: [480, 1080, 2700], level: 0, jaw: 0.3, round: 0.75 },
  // She listens.
  { ...REST, at: 2.5, jaw: 0.22 },
  { ...REST, at: 3.6, jaw: 0.1 },
  { ...REST, at: 5, jaw: 0.14 },
  { ...REST, at: WHISPER_SECONDS, jaw: 0.42 },
]

/** Returns the voice and the mouth at a moment of the loop. */
export function getWhisperAt(moment: number): Omit<Key, 'at'> {
  const t = ((moment % WHISPER_SECONDS) + WHISPER_SECONDS) % WHISPER_SECONDS
  const next = Math.max(
    1,
    KEYS.findIndex(({ at }) => at > t),
  )
  const [from, to] = [KEYS[next - 1] as Key, KEYS[next] as Key]
  const share = (t - from.at) / (to.at - from.at)
  const eased = share * share * (3 - 2 * share)
  const mix = (a: number, b: number) => a + (b - a) * eased
  return {
    formants: [0, 1, 2].map((i) => mix(from.formants[i] ?? 0, to.formants[i] ?? 0)) as [number, number, number],
    level: mix(from.level, to.level),
    jaw: mix(from.jaw, to.jaw),
    round: mix(from.round, to.round),
  }
}
