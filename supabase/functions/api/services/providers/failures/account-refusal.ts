// Detects refusals of our account, or of the format of our requests, by their text. No prompt or image causes these.
// provider-response.ts reads the HTTP statuses with this meaning.
import type { CreateRequest, Refusal } from '../provider.ts'

const ACCOUNT =
  /\b(insufficient|not (have )?enough|no|out of|exhausted) (\w+ )?(credits?|balance|funds|quota)\b|insufficient[_ ](quota|credits?|balance|funds)|exceeded your current quota|\b(billing|spending|budget)\b.{0,40}\b(limit|exceeded|reached)|budget_exceeded|payment required|\b(account|organi[sz]ation|user) (\w+ )?(is |has been )?(deactivated|disabled|suspended|locked|blocked)|\barrears\b|余额不足|欠费/i

/** Error types of pydantic, FastAPI, zod, and OpenAI. */
const FORM_TYPES =
  /\b(value_error\.(missing|extra)|extra_forbidden|json_(invalid|type)|model_attributes_type|type_error\.\w+|(int|float|bool|date|string|dict|list|bytes)_(type|parsing)|unrecognized_keys|invalid_json|unknown_parameter|unsupported_parameter|model_not_found)\b/
const FORM = [
  /\b(unknown|unrecogni[sz]ed|unexpected|unsupported|additional|extra) (request |input |keyword |form |body |query )*(fields?|parameters?|params?|keys?|key\(s\)|propert(y|ies)|arguments?|inputs?)\b/i,
  /\b(fields?|parameters?|params?|keys?|propert(y|ies)|inputs?|arguments?)\b.{0,40}\b(is|are) (not (permitted|allowed|recogni[sz]ed)|unknown|unexpected)\b/i,
  /\bmethod not allowed\b|\bunsupported media type\b|\bcontent[- ]type\b|\bcannot (post|put) \/|\b(endpoint|route)\b.{0,40}\bnot found\b/i,
  /\b(invalid|malformed|not valid|unparsable) json\b|\bjson decode error\b|\b(parse|parsing) (the )?(json|request|body)\b/i,
  /\bexpected (an? )?(string|number|integer|boolean|object|array|uploadfile)\b.{0,20}\b(received|got)\b|\bshould be a valid (string|number|integer|boolean|dictionary|list)\b/i,
  /\b(invalid|unknown|unrecogni[sz]ed|unsupported) model\b|\bnot a valid model\b|\bmodel(_name)?( ['"`]?[^\s]+)? (is |was )?(not (found|available|supported|served)|deprecated|retired)\b|\bmodel(_name)?( ['"`]?[^\s]+)? (does not|doesn't) exist\b/i,
]
const MISSING =
  /\bfield required\b|(^|[;:] |\d{3} )required( \(|$)|\bis (a )?required( (field|parameter|property))?\b|\bmust have required\b|\b(missing|lacks) (a |the )?(\d+ )?(required )?(\w+ )?(fields?|parameters?|params?|propert(y|ies)|arguments?)\b/i
const PROMPT = /\bprompt\w*\b/i

/**
 * Returns the reason for a refused create request if only the operator can fix it. Otherwise returns null. `said`: the
 * whole text of the response.
 */
export function readAccountRefusal(
  said: string,
  request: Pick<CreateRequest, 'prompt' | 'negativePrompt'>,
): Refusal | null {
  const text = hidePrompts(said, request)
  if (ACCOUNT.test(text)) return 'account'
  if (FORM_TYPES.test(text) || FORM.some((words) => words.test(text))) return 'request'
  // An empty prompt counts as missing, and the user can write one.
  const isEmptyPrompt = request.prompt.trim() === '' && PROMPT.test(text)
  return MISSING.test(text) && !isEmptyPrompt ? 'request' : null
}

const OPTIONS = ['duration', 'resolution', 'aspect ratio'] as const
/** An option of the form. Users choose it from values that the catalogue lists. */
export type Option = (typeof OPTIONS)[number]

/** The fields of a request with each option, at the end of a path like `body.duration`. */
const FIELDS: Record<Option, RegExp> = {
  duration: /[(.](duration|seconds|num_frames|length)\)/i,
  resolution: /[(.](resolution|size|quality)\)/i,
  'aspect ratio': /[(.](aspect_?ratio|ratio)\)/i,
}
const REFUSED_DURATION =
  /\b(duration|num_frames)\b.{0,40}\b(must be|should be|invalid|unsupported|not (supported|allowed|valid|available))\b|\b(invalid|unsupported) (duration|num_frames)\b/i
/** A file of the user has a duration too. */
const OWN_FILE = /\b(audio|image|input|source|reference|file|video)\b|_url\b/i

/** Returns the option of the form that a provider refuses, although the catalogue offers it. Otherwise returns null. */
export function readRefusedOption(
  said: string,
  request: Pick<CreateRequest, 'prompt' | 'negativePrompt'>,
): Option | null {
  const text = hidePrompts(said, request)
  const field = OPTIONS.find((option) => FIELDS[option].test(text))
  return field ?? (REFUSED_DURATION.test(text) && !OWN_FILE.test(text) ? 'duration' : null)
}

/** Removes the user's prompts from a provider's message, which can repeat them, perhaps with other line breaks. */
export function hidePrompts(
  said: string,
  { prompt, negativePrompt }: Pick<CreateRequest, 'prompt' | 'negativePrompt'>,
): string {
  const texts = [prompt, negativePrompt].flatMap((text) => [text, ...text.split('\n')])
  const repeated = texts.filter((text) => text.trim().length > 2)
  return repeated.reduce((text, own) => text.replaceAll(own, '…'), said)
}
