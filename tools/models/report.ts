import { parseArgs } from 'node:util'
import { readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { isProvider, PROVIDER_NAMES } from '../../supabase/functions/api/catalogue/provider-settings.ts'
import type { Context } from '../doctor/checks/check.ts'
import { compareModel, groupNewEndpoints, type ModelComparison } from '../listed-models/compare.ts'
import type { ListedEndpoint } from '../listed-models/listed-endpoint.ts'
import { adaptEntry, buildEntry, formatEntry, type RawEntry, retireEntry } from './entry.ts'
import { LISTS, ModelsError } from './lists.ts'

const CATALOGUE = 'supabase/functions/api/catalogue/models.json'
const USAGE = `npm run models -- --provider ${Object.keys(LISTS).join('|')} [--match WORD] [--url ADDRESS]`

export interface ModelsOptions {
  provider: string
  url: string
  /** A part of the names or paths to show, in lower case. */
  match: string
}

/** Reads the command's options. Throws ModelsError. */
export function readOptions(args: string[]): ModelsOptions {
  const { provider = '', match = '', url } = parseOptions(args)
  const refuse = (sentence: string) => new ModelsError(`${sentence}\n${USAGE}`)
  if (!provider) throw refuse('Missing --provider: the provider to ask.')
  const list = LISTS[provider]
  if (!list && isProvider(provider))
    throw refuse(`${provider} has no list of models that we can read. See docs/providers.md, "Add or change a model".`)
  if (!list) throw refuse(`Unknown provider: ${provider}. Known providers: ${PROVIDER_NAMES.join(', ')}.`)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw refuse(`--url must be an address like ${list.url} (got "${url}").`)
  return { provider, url: (url ?? list.url).replace(/\/+$/, ''), match: match.toLowerCase() }
}

function parseOptions(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { provider: text, match: text, url: text } }).values
  } catch (error) {
    throw new ModelsError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

interface Finding {
  word: 'new' | 'changed' | 'gone'
  sentence: string
  entry: RawEntry
}

/** Returns the report to print. Throws ModelsError. */
export async function describeModels({ provider, url, match }: ModelsOptions, ask: Context['ask']): Promise<string> {
  const list = LISTS[provider]
  if (!list) throw new ModelsError(`Unknown provider: ${provider}.`)
  const listed = await list.read(ask, url)
  const isShown = (...words: string[]) => words.some((word) => word.toLowerCase().includes(match))
  const { findings, leftOut } = findNew(provider, list.title, listed, isShown)
  const all = [...findings, ...findOld(provider, list.title, listed, isShown)]
  const count = (word: Finding['word']) => `${all.filter((finding) => finding.word === word).length} ${word}`
  return [
    ...all.map(({ word, sentence, entry }) => `${word.toUpperCase().padEnd(8)} ${sentence}\n${formatEntry(entry)}\n`),
    ...(leftOut.length > 0 ? [`Left out, because no entry can be written:\n  ${leftOut.join('\n  ')}\n`] : []),
    `${list.title} lists ${listed.length} ways to generate video: ${count('new')}, ${count('changed')}, ${count('gone')}.`,
    ...(all.length > 0
      ? [
          `Nothing was written. Paste what you want into ${CATALOGUE}, set "credits" of new entries (0 is refused),`,
          'and raise "version". See docs/providers.md, "Add or change a model".',
        ]
      : []),
  ].join('\n')
}

const ENTRIES = MODELS.models as unknown as RawEntry[]
type IsShown = (...words: string[]) => boolean

function findNew(provider: string, title: string, listed: ListedEndpoint[], isShown: IsShown) {
  const findings: Finding[] = []
  const leftOut: string[] = []
  for (const [group, endpoints] of groupNewEndpoints(provider, readCatalogue(MODELS).models, listed)) {
    const [{ name = group, prices = '' } = {}] = endpoints
    const paths = [...new Set(endpoints.map(({ path }) => path))].join(', ')
    if (!isShown(name, paths)) continue
    const built = buildEntry(provider, endpoints, ENTRIES)
    if ('reason' in built) leftOut.push(`${paths}: ${built.reason}.`)
    else {
      const sentence = `${name} (${paths}).${prices && ` ${title} charges: ${prices}.`}`
      findings.push({ word: 'new', sentence, entry: built.entry })
    }
  }
  return { findings, leftOut }
}

function findOld(provider: string, title: string, listed: ListedEndpoint[], isShown: IsShown): Finding[] {
  return readCatalogue(MODELS).models.flatMap((model): Finding[] => {
    const { providers, name, isOn } = model
    const made = providers[provider]
    const entry = ENTRIES.find(({ id }) => id === model.id)
    if (!made || !entry || !isOn || !isShown(name, made.text?.path ?? '', made.image?.path ?? '')) return []
    const standing = compareModel(model, made, listed)
    switch (standing.kind) {
      case 'same':
        return []
      case 'gone': {
        const sentence = `${name}: ${title} no longer lists ${standing.paths.join(', ')}.`
        return [{ word: 'gone', sentence, entry: retireEntry(provider, entry) }]
      }
      case 'changed': {
        const adapted = adaptEntry(provider, entry, made, standing.endpoints)
        return [{ word: 'changed', sentence: `${name} ${describeChange(standing)}.`, entry: adapted }]
      }
      default:
        return standing satisfies never
    }
  })
}

function describeChange({ missing, added }: Extract<ModelComparison, { kind: 'changed' }>): string {
  const facts = [
    ...(missing.length > 0 ? [`no longer takes ${missing.join(', ')}`] : []),
    ...(added.length > 0 ? [`now takes ${added.join(', ')}`] : []),
  ]
  return facts.join(', and ')
}
