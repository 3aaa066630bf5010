export interface Phrase {
  text: string
  /** Whether the phrase is a full sentence, such as a line of dialogue. It isn't inserted into another sentence. */
  isSentence?: boolean
}

interface Placed {
  /** The position in characters at which `inserted` is inserted. */
  at: number
  inserted: string
  /**
   * The range to select afterward, as positions in the new text. A line of dialogue is selected, so that the user can
   * replace it.
   */
  selection: readonly [number, number]
}

const ENDS_SENTENCE = /[.!?…"”]$/
const QUOTE = /"(.+)"/

/**
 * Returns where and how to insert a phrase into a prompt. The existing text stays unchanged. `caret`: the caret's
 * position in characters.
 */
export function insertPhrase(prompt: string, caret: number, { text, isSentence = false }: Phrase): Placed {
  const at = isSentence ? findSentenceEnd(prompt, caret) : findWordEnd(prompt, caret)
  const [before, after] = [prompt.slice(0, at), prompt.slice(at)]
  const lead = getLead(before, isSentence)
  const starts = before.trim() === '' || ENDS_SENTENCE.test(before) || before.endsWith('\n') || isSentence
  const phrase = starts ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
  const inserted = `${lead}${phrase}${!isSentence && /^[^\S\n]*[\p{L}\p{N}"]/u.test(after) ? ',' : ''}`
  const line = QUOTE.exec(inserted)
  if (!line?.[1]) return { at, inserted, selection: [at + inserted.length, at + inserted.length] }
  const from = at + line.index + 1
  return { at, inserted, selection: [from, from + line[1].length] }
}

function getLead(before: string, isSentence: boolean): string {
  if (before.trim() === '' || before.endsWith('\n')) return ''
  if (ENDS_SENTENCE.test(before) || /[,;:]$/.test(before)) return ' '
  return isSentence ? '. ' : ', '
}

/** Returns the end of the word at the caret, without the spaces before the caret. */
function findWordEnd(prompt: string, caret: number): number {
  const isInWord = (index: number) => /[\p{L}\p{N}'’-]/u.test(prompt.charAt(index))
  let at = caret
  if (isInWord(at - 1)) while (isInWord(at)) at += 1
  while (/[^\S\n]/.test(prompt.charAt(at - 1))) at -= 1
  return at
}

function findSentenceEnd(prompt: string, caret: number): number {
  const rest = prompt.slice(caret)
  const end = /[.!?…\n]/.exec(rest)
  const at = caret + (end ? end.index + (end[0] === '\n' ? 0 : 1) : rest.length)
  return findWordEnd(prompt, at)
}
