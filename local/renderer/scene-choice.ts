// The scene with most keywords in the prompt, or one by the seed. A hint weighs less than any keyword: 'snow on the
// mountains' is mountains, in snow.
import { wordsOf } from './mood.ts'
import { createRandom, hashText } from './random.ts'
import type { SceneFamily } from './scene.ts'
import { cafe } from './scenes/cafe/scene.ts'
import { campfire } from './scenes/campfire/scene.ts'
import { cityDrive } from './scenes/city-drive/scene.ts'
import { concert } from './scenes/concert/scene.ts'
import { desert } from './scenes/desert/scene.ts'
import { forest } from './scenes/forest/scene.ts'
import { mountains } from './scenes/mountains/scene.ts'
import { ocean } from './scenes/ocean/scene.ts'
import { rainWindow } from './scenes/rain-window/scene.ts'
import { space } from './scenes/space/scene.ts'
import { train } from './scenes/train/scene.ts'
import { underwater } from './scenes/underwater/scene.ts'
import { winter } from './scenes/winter/scene.ts'

const HINT_WEIGHT = 0.1

/** Earlier ones win a tie. */
export const SCENES: readonly [SceneFamily, ...SceneFamily[]] = [
  ocean,
  mountains,
  desert,
  space,
  campfire,
  forest,
  rainWindow,
  cityDrive,
  underwater,
  winter,
  concert,
  train,
  cafe,
]

/** Null when the prompt names none. */
export function findScene(prompt: string): SceneFamily | null {
  const words = wordsOf(prompt)
  const count = (list: readonly string[]) => list.filter((word) => words.has(word)).length
  let best: SceneFamily | null = null
  let most = 0
  for (const family of SCENES) {
    const score = count(family.keywords) + HINT_WEIGHT * count(family.hints)
    if (score > most) {
      best = family
      most = score
    }
  }
  return best
}

export function chooseScene(prompt: string, seed: number): SceneFamily {
  return findScene(prompt) ?? createRandom(hashText(prompt) ^ seed, 'scene').pick(SCENES)
}
