import type { Model } from '@/config/models'

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** Names every provider that may receive the prompt. Empty while unknown. */
export function ProvidersNote({ models }: { models: readonly Model[] }) {
  const sentences = models.flatMap(({ name, providers: [first, ...others] }) =>
    first
      ? `${models.length > 1 ? `${name} is generated` : 'Generated'} by ${first}${others.length > 0 ? `, or by ${anyOf.format(others)} if it can't be reached` : ''}.`
      : [],
  )
  if (sentences.length === 0) return null
  return <p className="text-sm text-soft @min-[50rem]:col-span-2">{sentences.join(' ')}</p>
}
