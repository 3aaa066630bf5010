// The fields and inputs that each provider's adapter can't send. If a catalogue entry listed one, users would pay for
// an option that the provider never receives.
import { INPUT_KINDS, type InputKind } from '../../_shared/contract/inputs.ts'
import type { ProviderName } from './provider-settings.ts'

/** The fields that an endpoint may list. */
export const FIELDS = ['aspectRatio', 'negativePrompt', 'seed', 'sound', 'resolution'] as const
type Field = (typeof FIELDS)[number]

/** The inputs that some endpoints name differently. */
export const NAMED_INPUTS = ['image', 'lastImage', 'references', 'source'] as const
type Input = (typeof NAMED_INPUTS)[number]

interface Limits {
  unsent: readonly (Field | InputKind | 'audio')[]
  /** The inputs that an entry may rename. */
  renamable: readonly Input[]
}

interface Endpoint {
  accepts: readonly Field[]
  names: { readonly [Name in Input]?: string | undefined }
  audio?: unknown
}

const LIMITS: Record<ProviderName, Limits> = {
  pollo: { unsent: ['references', 'extend', 'edit', 'upscale'], renamable: [] },
  fal: { unsent: [], renamable: NAMED_INPUTS },
  openrouter: { unsent: ['negativePrompt', 'extend', 'edit', 'upscale', 'audio'], renamable: [] },
  kling: { unsent: ['seed', 'resolution', 'references', 'extend', 'edit', 'upscale'], renamable: [] },
  runway: { unsent: ['upscale'], renamable: ['source'] },
  comfyui: { unsent: ['resolution', 'extend', 'edit', 'upscale', 'audio'], renamable: [] },
  'openai-server': { unsent: ['resolution', 'frames', 'references', 'extend', 'edit', 'upscale'], renamable: [] },
}

/** Returns the first part of an entry that its provider would never receive. */
export function findUnsupportedFields(
  provider: ProviderName,
  made: { readonly [Kind in InputKind]?: Endpoint | undefined },
): { place: string[]; message: string } | null {
  const { unsent, renamable } = LIMITS[provider]
  for (const kind of INPUT_KINDS) {
    const endpoint = made[kind]
    if (!endpoint) continue
    if (unsent.includes(kind)) return { place: [kind], message: `${provider} doesn't support this kind of input` }
    const field = endpoint.accepts.find((one) => unsent.includes(one))
    if (field) return { place: [kind, 'accepts'], message: `${provider} doesn't support "${field}"` }
    if (endpoint.audio && unsent.includes('audio'))
      return { place: [kind, 'audio'], message: `${provider} doesn't support a voice` }
    const name = NAMED_INPUTS.find((one) => endpoint.names[one] && !renamable.includes(one))
    if (name)
      return { place: [kind, 'names', name], message: `remove it, because ${provider} has one name for this field` }
  }
  return null
}
