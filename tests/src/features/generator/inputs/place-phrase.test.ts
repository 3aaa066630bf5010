// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { insertPhrase, type Phrase } from '@/features/generator/inputs/insert-phrase'
import { PHRASE_GROUPS } from '@/features/generator/inputs/phrases'

const LINE: Phrase = { text: 'a man says: "Listen."', isSentence: true }

/** Adds a phrase at the caret `|`. Returns the prompt with the selection in brackets. */
function add(prompt: string, phrase: Phrase): string {
  const caret = prompt.indexOf('|')
  const text = prompt.replace('|', '')
  const { at, inserted, selection } = insertPhrase(text, caret, phrase)
  const now = `${text.slice(0, at)}${inserted}${text.slice(at)}`
  const [from, to] = selection
  return `${now.slice(0, from)}[${now.slice(from, to)}]${now.slice(to)}`
}

describe('Prompt phrase', () => {
  it.each([
    ['|', 'Slow motion[]'],
    ['  |', 'Slow motion[]  '],
    ['A fox|', 'A fox, slow motion[]'],
    ['A fox  |', 'A fox, slow motion[]  '],
    ['A fox.|', 'A fox. Slow motion[]'],
    ['A fox, |', 'A fox, slow motion[] '],
    ['A fox\n|', 'A fox\nSlow motion[]'],
    ['A fox| in the rain', 'A fox, slow motion,[] in the rain'],
    ['A f|ox in the rain', 'A fox, slow motion,[] in the rain'],
    ['A fox|, in the rain', 'A fox, slow motion[], in the rain'],
    ['A fox|. Rain.', 'A fox, slow motion[]. Rain.'],
    ['一只狐狸|', '一只狐狸, slow motion[]'],
  ])('inserts a phrase into the prompt "%s": "%s"', (prompt, now) => {
    expect(add(prompt, { text: 'slow motion' })).toBe(now)
  })

  it.each([
    ['|', 'A man says: "[Listen.]"'],
    ['A fox|', 'A fox. A man says: "[Listen.]"'],
    ['A f|ox in the rain. Night.', 'A fox in the rain. A man says: "[Listen.]" Night.'],
    ['A fox. |', 'A fox. A man says: "[Listen.]" '],
    ['A fox| in the rain\nNight', 'A fox in the rain. A man says: "[Listen.]"\nNight'],
  ])('inserts dialogue after the sentence at the caret of "%s", and selects the words: "%s"', (prompt, now) => {
    expect(add(prompt, LINE)).toBe(now)
  })

  it('offers prompt phrases for camera, light, sound, and dialogue', () => {
    expect(PHRASE_GROUPS.map(({ title }) => title)).toEqual(['Camera', 'Light', 'Sound', 'Dialogue'])
    const texts = PHRASE_GROUPS.flatMap(({ phrases }) => phrases.map(({ text }) => text))
    expect(new Set(texts).size).toBe(texts.length)
  })
})
