import { describe, expect, it } from 'vitest'
import { readPrompt } from '../../../local/renderer/prompt/reading.ts'
import { isSea } from '../../../local/renderer/scene-choice.ts'
import { PROMPT_IDEAS } from '../../../src/features/generator/inputs/prompt-ideas.ts'
import { PROMPTS } from './prompts.ts'

describe.each(Object.entries(PROMPTS))('a prompt in %s', (_, rows) => {
  it.each(rows)('shows %s: %s', (prompt, expected) => {
    expect(isSea(readPrompt(prompt)) ? 'sea' : 'card').toBe(expected)
  })
})

it('draws the form’s first idea as the sea', () => {
  expect(isSea(readPrompt(PROMPT_IDEAS.text[0]?.prompt ?? ''))).toBe(true)
})
