import { z } from 'zod'

/**
 * A provider that refused our requests and has accepted no job since. `words`: the provider's message, or an empty
 * string.
 */
export const providerRefusal = z.object({
  provider: z.string(),
  refuses: z.enum(['account', 'request']),
  words: z.string(),
  refused_at: z.string(),
})
export type ProviderRefusal = z.output<typeof providerRefusal>

const REFUSED: Record<ProviderRefusal['refuses'], string> = {
  account: 'our key or account',
  request: "our request's address, model, or form",
}

/** Returns a message for the operator. */
export function describeProviderRefusal({ provider, refuses, words, refused_at }: ProviderRefusal): string {
  return `${provider} refused ${REFUSED[refuses]} at ${refused_at}, and has accepted no job since. It said: ${words || 'nothing'}`
}
