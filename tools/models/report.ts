import { compareCatalogue, groupNewEndpoints, type ModelComparison } from '../listed-models/compare.ts'
import type { ListedEndpoint } from '../listed-models/listed-endpoint.ts'
import type { Ask } from '../listed-models/sources.ts'
import { readDocuments } from './add.ts'
import { readModels } from './catalogue-files.ts'
import type { CheckOptions } from './options.ts'

type Finding = [word: 'new' | 'changed' | 'gone', sentence: string]
type IsShown = (...words: string[]) => boolean

/** Returns what is new, changed, or gone at the providers. Throws ModelsError. */
export async function describeModels({ places, match }: CheckOptions, ask: Ask, root: string): Promise<string> {
  const isShown: IsShown = (...words) => words.some((word) => word.toLowerCase().includes(match))
  const reports = await Promise.all(places.map((place) => describeProvider(place, isShown, ask, root)))
  return reports.join('\n\n')
}

async function describeProvider(
  { provider, source, url, files }: CheckOptions['places'][number],
  isShown: IsShown,
  ask: Ask,
  root: string,
): Promise<string> {
  const { models } = readModels(root).catalogue
  const read: typeof source.read = (_, address, paths) => readDocuments({ source, url: address, files }, ask, paths)
  const { listed, compared } = await compareCatalogue(provider, { ...source, read }, models, ask, url)
  const all = source.hasWholeList || files.length > 0 ? listed : await read(ask, url, null)
  const findings: Finding[] = [
    ...findNew(provider, source.title, groupNewEndpoints(provider, models, all), isShown),
    ...compared.flatMap(({ model: { id, name, providers }, comparison }): Finding[] => {
      const { text, image } = providers[provider] ?? {}
      if (!isShown(name, text?.path ?? '', image?.path ?? '')) return []
      return describeComparison(name, source.title, `npm run models -- --update ${provider} ${id}`, comparison)
    }),
  ]
  const count = (word: Finding[0]) => `${findings.filter(([found]) => found === word).length} ${word}`
  return [
    ...findings.map(([word, sentence]) => `${word.toUpperCase().padEnd(8)} ${sentence}`),
    `${source.title} lists ${all.length} ways to generate video: ${count('new')}, ${count('changed')}, ${count('gone')}.`,
  ].join('\n')
}

function findNew(provider: string, title: string, groups: Map<string, ListedEndpoint[]>, isShown: IsShown): Finding[] {
  return [...groups].flatMap(([model, endpoints]): Finding[] => {
    const [{ name = model, prices = '', obstacle = '' } = {}] = endpoints
    if (!isShown(name, ...endpoints.map(({ path }) => path))) return []
    if (obstacle) return [['new', `${name}: ${model}. We can't call it: ${obstacle}.`]]
    const charges = prices && ` ${title} charges: ${prices}.`
    return [['new', `${name}.${charges} Add it: npm run models -- --add ${provider} ${model}`]]
  })
}

function describeComparison(name: string, title: string, command: string, comparison: ModelComparison): Finding[] {
  switch (comparison.kind) {
    case 'same':
      return []
    case 'gone':
      return [['gone', `${name}: ${title} no longer lists ${comparison.paths.join(', ')}. Remove it: ${command}`]]
    case 'unusable':
      return [['changed', `${name}: we can't call ${comparison.path}: ${comparison.obstacle}.`]]
    case 'changed':
      return [['changed', `${name} ${describeChange(comparison)}. Update it: ${command}`]]
    default:
      return comparison satisfies never
  }
}

export function describeChange({ missing, added }: Extract<ModelComparison, { kind: 'changed' }>): string {
  const facts = [
    ...(missing.length > 0 ? [`no longer accepts ${missing.join(', ')}`] : []),
    ...(added.length > 0 ? [`now accepts ${added.join(', ')}`] : []),
  ]
  return facts.join(', and ')
}
