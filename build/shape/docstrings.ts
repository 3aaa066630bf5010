/** Words that tie a docstring to the name below it: 'Of the page that is shown.' says nothing without that name. */
const TIES = /^(of|as|by|for|from|with|to|than|like)\b/i
/** Words that may begin a sentence as well: 'Without it the footer omits the link.' */
const LOOSE_TIES =
  /^(in|without|where|when|while|until|unless|because|also|only|else|which|who|whose|and|or|but|not)\b/i
const VERB =
  /\b(is|are|was|were|has|have|had|do|does|did|can|may|must|will|would|should|cannot|[a-z]+n't|[a-z]{2,}(?<![sui])s|goes)\b/i

export interface Docstring {
  line: number
  text: string
}

/** Reads the docstrings of a TypeScript file, without their stars. */
export function readDocstrings(source: string): Docstring[] {
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map((found) => ({
    line: source.slice(0, found.index).split('\n').length,
    text: (found[1] ?? '').replace(/^\s*\* ?/gm, '').trim(),
  }))
}

/**
 * Tells a docstring whose first sentence is a fragment, by its words alone. After 'of', 'as', 'by', 'for', 'from', 'with', 'to',
 * 'than' and 'like' a sentence has a comma and a verb behind it ('To stop a job, call this.' has none: it counts as a fragment).
 * After the looser words a verb anywhere is enough. Any word that ends with an s may be that verb, so fragments with a plural in
 * them are missed; a sentence is never called a fragment but for the first list without a comma.
 */
export function isFragment(text: string): boolean {
  const first = /^.*?(?:[.:;](?=\s|$)|$)/s.exec(text)?.[0] ?? ''
  if (TIES.test(first)) return !VERB.test(first.slice(first.indexOf(',') + 1 || first.length))
  return LOOSE_TIES.test(first) && !VERB.test(first)
}
