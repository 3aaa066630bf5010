// Detects refusals by a safety check from their text. Providers with their own codes read these first
// (docs/internals/provider-notes.md).
import type { RefusedContent } from '../../../../_shared/contract/errors.ts'

const REFUSED = [
  /content[ _-]?(polic|moderation|filter|safety|security|violation|checker)|moderated\b|\bmoderation\b/,
  /\b(safety|usage|community|acceptable use)[ _-](check|filter|system|polic|guideline|reason|setting|violation|rule|standard)/,
  /\bviolat\w*\b.{0,80}\b(polic|guideline|term|rule|standard|practice|law)|responsible[ _-]ai\b/,
  /sensitive ?(content|information|word|material|image)|\bas sensitive\b|risk[ _-]?control|security (review|policy)/,
  /\b(nsfw|inappropriate|flagged|copyright\w*|harmful|explicit content|intellectual property)\b|prohibited[ _-](content|use|word)/,
  /敏感|违规|违反|风控|审核/,
] as const
/** A safety check that didn't respond hasn't refused anything. */
const OUT_OF_ORDER = /\b(unavailable|timed? ?out|overloaded|internal (server )?error|not respond|try again later)/

const PERSON =
  /\breal[ -]?(person|people|human)s?\b|privacyinformation|\bpublic figures?\b|\bcelebrit(y|ies)\b|\b(prominent|identifiable|recogni[sz]able) (person|people|individual|face)s?\b|真人/
const RESULT =
  /\boutput(video|audio|image|text)?|\b(generated|resulting|finished) (video|image|audio|content|media|frame|result)/
const IMAGE = /image|\b(photo|picture|first frame|last frame|reference)s?\b/
const VIDEO = /\binput ?video|\b(source|reference|uploaded) video/
const PROMPT = /\bprompts?\b|inputtext|\b(input|your) text\b/

/** Returns the content that a safety check refused. Null if the text describes no such refusal. */
export function readRefusedContent(said: string): RefusedContent | null {
  const text = said.toLowerCase()
  if (OUT_OF_ORDER.test(text)) return null
  if (PERSON.test(text)) return 'person'
  return REFUSED.some((words) => words.test(text)) ? findRefusedContent(text) : null
}

/** Returns the refused content that the text of a refusal names. */
export function findRefusedContent(said: string): RefusedContent {
  const text = said.toLowerCase()
  if (PERSON.test(text)) return 'person'
  if (RESULT.test(text)) return 'result'
  if (VIDEO.test(text)) return 'video'
  const [isImage, isPrompt] = [IMAGE.test(text), PROMPT.test(text)]
  return isImage === isPrompt ? 'request' : isImage ? 'image' : 'prompt'
}
