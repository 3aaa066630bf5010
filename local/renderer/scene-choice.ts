// Chooses between the sea and a card. The sea is drawn only if it shows every word of the prompt. An unknown word may
// be the prompt's subject.
import { type Clauses, getTopics } from './prompt/reading.ts'
import type { Topic } from './prompt/words.ts'

const SUBJECTS: readonly Topic[] = ['ocean', 'lighthouse', 'boat']
const SHOWN: ReadonlySet<Topic> = new Set<Topic>([
  ...SUBJECTS,
  ...(['common', 'night', 'dusk', 'dawn', 'day', 'dark', 'bright', 'wind', 'rain', 'storm', 'fog'] as const),
  ...(['oceanDetail', 'headland', 'sky', 'sun', 'nightSky', 'aerial'] as const),
])

/** Returns whether the sea shows the whole prompt. Every other prompt gets a card. */
export function isSea(clauses: Clauses): boolean {
  const topics = getTopics(clauses)
  const isAbout = SUBJECTS.some((topic) => topics.has(topic))
  return isAbout && clauses.flat().every((word) => word.some((topic) => SHOWN.has(topic)))
}
