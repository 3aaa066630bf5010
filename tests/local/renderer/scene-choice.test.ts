import { describe, expect, it } from 'vitest'
import { readPrompt } from '../../../local/renderer/prompt/reading.ts'
import { findScene } from '../../../local/renderer/scene-choice.ts'
import { PROMPTS } from './prompts.ts'

const shownAs = (prompt: string) => findScene(readPrompt(prompt))?.name ?? 'card'

describe.each(Object.entries(PROMPTS))('a prompt in %s', (_, rows) => {
  it.each(rows)('shows %s: %s', (prompt, expected) => {
    expect(shownAs(prompt)).toBe(expected)
  })
})
