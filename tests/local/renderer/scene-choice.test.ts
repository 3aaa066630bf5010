import { describe, expect, it } from 'vitest'
import { readPrompt } from '../../../local/renderer/prompt/reading.ts'
import { findScene } from '../../../local/renderer/scene-choice.ts'
import { PROMPT_IDEAS } from '../../../src/features/generator/inputs/prompt-ideas.ts'
import { PROMPTS } from './prompts.ts'

const shownAs = (prompt: string) => findScene(readPrompt(prompt))?.name ?? 'card'

describe.each(Object.entries(PROMPTS))('a prompt in %s', (_, rows) => {
  it.each(rows)('shows %s: %s', (prompt, expected) => {
    expect(shownAs(prompt)).toBe(expected)
  })
})

it('draws each of the form’s ideas as its own scene', () => {
  const scenes = PROMPT_IDEAS.text.map(({ prompt }) => shownAs(prompt))
  expect(scenes).not.toContain('card')
  expect(new Set(scenes).size).toBe(scenes.length)
})
