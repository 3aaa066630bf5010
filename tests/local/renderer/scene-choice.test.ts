import { describe, expect, it } from 'vitest'
import { readPrompt } from '../../../local/renderer/prompt/reading.ts'
import { isSea } from '../../../local/renderer/scene-choice.ts'
import { PROMPT_IDEAS } from '../../../src/features/generator/inputs/prompt-ideas.ts'

/** Each prompt's expected scene. The sea is only for prompts that name nothing else. All others get a title card. */
const PROMPTS: Record<string, [prompt: string, expected: 'sea' | 'card'][]> = {
  English: [
    ['A lighthouse in the rain, far thunder', 'sea'],
    ['Waves crashing on a rocky coast at sunset', 'sea'],
    ['A sailboat on a calm sea under a full moon', 'sea'],
    ['Fog over the sea, a foghorn', 'sea'],
    ['Snowy mountain peaks above a sea of clouds, aerial drone shot', 'card'],
    ["Ocean's Eleven poster", 'card'],
    ['a cat playing piano', 'card'],
    ['a surfer rides a big wave', 'card'],
    ['a lighthouse keeper reads his log aloud while rain runs down the lamp glass', 'card'],
    ['sound waves on a screen', 'card'],
    ['under the sea', 'card'],
    ['waves of light', 'card'],
    ['sailboats on the sea', 'card'],
    ['sea stars', 'card'],
    ['a girl with hair like ocean waves', 'card'],
    ['no rain, no sea, an empty library', 'card'],
  ],
  Spanish: [
    ['Un faro en la costa de noche, olas y niebla', 'sea'],
    ['El mar en calma al atardecer', 'sea'],
    ['Olas rompiendo en las rocas durante la tormenta', 'sea'],
    ['Vuelo sobre la cordillera, mar de nubes, luz dorada', 'card'],
    ['El viejo y el mar, un pescador en su barca', 'card'],
    ['bajo el mar', 'card'],
    ['Lluvia de estrellas sobre el mar', 'card'],
    ['El mar de noche', 'sea'],
  ],
  Chinese: [
    ['雨中的灯塔', 'sea'],
    ['夕阳下的大海,海浪拍打礁石', 'sea'],
    ['暴风雨中的海面,闪电', 'sea'],
    ['云海之上的雪山', 'card'],
    ['上海的夜景', 'card'],
    ['海绵宝宝', 'card'],
    ['海边的情侣', 'card'],
    ['在海里', 'card'],
    ['星海', 'card'],
  ],
  Japanese: [
    ['夜の海と灯台', 'sea'],
    ['夕暮れの海、波の音', 'sea'],
    ['海の上のヨット、夕日', 'sea'],
    ['雲海の上の山脈、空撮', 'card'],
    ['海賊船', 'card'],
    ['海の中', 'card'],
    ['光の海', 'card'],
  ],
  Arabic: [
    ['منارة تحت المطر في الليل', 'sea'],
    ['البحر عند الغروب، أمواج هادئة', 'sea'],
    ['قارب شراعي في البحر تحت ضوء القمر', 'sea'],
    ['تحليق فوق الجبال وبحر من الغيوم', 'card'],
    ['صياد في البحر', 'card'],
    ['تحت البحر', 'card'],
    ['بحر من الضوء', 'card'],
    ['ليل كموج البحر', 'card'],
  ],
}

describe.each(Object.entries(PROMPTS))('Prompt in %s', (_, rows) => {
  it.each(rows)('draws the prompt "%s" as the %s', (prompt, expected) => {
    expect(isSea(readPrompt(prompt)) ? 'sea' : 'card').toBe(expected)
  })
})

it("draws the form's first idea as the sea", () => {
  expect(isSea(readPrompt(PROMPT_IDEAS.text[0]?.prompt ?? ''))).toBe(true)
})
