// A scene is drawn only for a prompt of which it knows every word: one that it does not know may be what the prompt is about.
import { type Clauses, getTopics } from './prompt/reading.ts'
import type { Topic } from './prompt/words.ts'
import type { SceneFamily } from './scene.ts'
import { desert } from './scenes/desert/scene.ts'
import { forest } from './scenes/forest/scene.ts'
import { mountains } from './scenes/mountains/scene.ts'
import { ocean } from './scenes/ocean/scene.ts'
import { rainWindow } from './scenes/rain-window/scene.ts'

export const SCENES: readonly SceneFamily[] = [ocean, mountains, desert, forest, rainWindow]

const KNOWN_TO_ALL: readonly Topic[] = ['common', 'night', 'dusk', 'dawn', 'day', 'dark', 'bright', 'wind']

/** Null for a prompt that none of the scenes shows whole. */
export function findScene(clauses: Clauses): SceneFamily | null {
  return SCENES.find((scene) => isAbout(scene, clauses) && knowsAll(scene, clauses)) ?? null
}

function isAbout({ subjects }: SceneFamily, clauses: Clauses): boolean {
  const topics = getTopics(clauses)
  return subjects.every((alternatives) => alternatives.some((topic) => topics.has(topic)))
}

/** After the first clause a prompt may also name what is only heard. */
function knowsAll({ shows, sounds }: SceneFamily, clauses: Clauses): boolean {
  const seen = new Set<Topic>([...KNOWN_TO_ALL, ...shows])
  const all = new Set<Topic>([...seen, ...sounds])
  return clauses.every((words, i) => words.every((topics) => topics.some((topic) => (i === 0 ? seen : all).has(topic))))
}
