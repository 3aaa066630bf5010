/** First words that tie a docstring to the name below it, or make a clause of it: 'What shows the page.' */
const NEVER_FIRST =
  /^(of|as|by|what|who|whom|whose|where|how|whether|why|which|that|so that|than|like|because|also|else|and|or|but)\b/i
/** First words of a fragment, unless a comma and a verb follow: 'For tests.', but 'For each block, the gain is measured.' */
const TIES = /^(for|from|with|to)\b/i
/** First words of a fragment, unless a verb follows: 'In place.', but 'Without it the footer omits the link.' */
const LOOSE_TIES = /^(in|without|when|while|until|unless|only|not)\b/i
const VERB =
  /\b(is|are|was|were|has|have|had|do|does|did|can|may|must|will|would|should|cannot|[a-z]+n't|[a-z]{2,}(?<![sui])s|goes)\b/i

/**
 * Detects a docstring whose first sentence doesn't stand alone, by its words. Any word that ends with an s may be a verb, so fragments
 * with a plural in them are missed.
 */
export function isFragment(text: string): boolean {
  const first = /^.*?(?:[.:;](?=\s|$)|$)/s.exec(text)?.[0] ?? ''
  if (NEVER_FIRST.test(first)) return true
  if (TIES.test(first)) return !VERB.test(first.slice(first.indexOf(',') + 1 || first.length))
  return LOOSE_TIES.test(first) && !VERB.test(first)
}
