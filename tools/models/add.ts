import { readFileSync } from 'node:fs'
import type { ListedEndpoint } from '../listed-models/listed-endpoint.ts'
import { type Ask, ModelsError } from '../listed-models/sources.ts'
import { listLogos, readModels, writeEntry } from './catalogue-files.ts'
import { addProvider, buildEntry, makeId, type Naming, type RawEntry } from './entry.ts'
import type { AddOptions } from './options.ts'

const MAX_CREDITS = 1_000_000

/** Writes a provider's model into the catalogue. Returns the sentences to print. Throws ModelsError. */
export async function addModel(options: AddOptions, ask: Ask, root: string): Promise<string> {
  const { provider, source, model, to, alwaysHasSound } = options
  const { raw, catalogue } = readModels(root)
  const base = model.replace(/\/(text|image)-to-video$/, '')
  const paths = source.listPaths(base)
  const user = catalogue.models.find(({ providers: { [provider]: made } }) =>
    paths.some((path) => path === made?.text?.path || path === made?.image?.path),
  )
  if (user) throw refuse(`The catalogue already has ${model}: it is ${user.id}. To change that, use --update.`)
  const entry = raw.models.find(({ id }) => id === to)
  if (to !== undefined && !entry) throw refuse(`--to: no model has the ID ${to}.`)
  if (entry && provider in entry.providers) throw refuse(`${entry.id} already has ${provider}.`)
  const all = await readDocuments(options, ask, paths)
  const endpoints = all.filter(({ path }) => paths.includes(path))
  if (endpoints.length === 0) throw refuse(`${source.title} doesn't list ${model}.${listSimilar(all)}`)
  const prices = [...new Set(endpoints.map((one) => one.prices))].filter(Boolean).join(' | ')
  const built = entry
    ? addProvider(provider, entry, endpoints, { alwaysHasSound })
    : buildEntry(provider, endpoints, readNaming(options, raw.models, prices, root), { alwaysHasSound })
  if ('reason' in built) throw refuse(`No entry can be written for ${model}: ${built.reason}.`)
  const files = writeEntry(root, built.entry, provider, endpoints)
  return [
    `${entry ? `Added ${provider} to` : 'Added'} ${built.entry.id}: ${endpoints.map(({ path }) => path).join(', ')}.`,
    ...(prices ? [`${source.title} charges: ${prices}.`] : []),
    `Written: ${files.join(', ')}.`,
  ].join('\n')
}

const refuse = (sentence: string) => new ModelsError(`${sentence} Nothing was written.`)

/** Reads the saved documents, or asks the provider for those of these paths. */
export async function readDocuments(
  { source, url, files }: Pick<AddOptions, 'source' | 'url' | 'files'>,
  ask: Ask,
  paths: readonly string[] | null,
): Promise<ListedEndpoint[]> {
  if (files.length === 0) return source.read(ask, url, paths)
  return files.flatMap((file) => {
    const read = source.readFile(readText(file))
    if (!read) throw refuse(`${file} is no document of ${source.title} that we know, or it isn't complete.`)
    return read
  })
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw refuse(`File not found: ${file}.`)
  }
}

function listSimilar(all: readonly ListedEndpoint[]): string {
  const names = [...new Set(all.map(({ model }) => model))]
  return names.length > 0 ? ` It lists ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', and others' : ''}.` : ''
}

function readNaming(
  { name, credits, description, maker, logo }: AddOptions,
  models: readonly RawEntry[],
  prices: string,
  root: string,
): Naming {
  if (!name?.trim()) throw refuse("Missing --name: the model's name on the page, such as --name 'Kling 3.0 Turbo'.")
  const id = makeId(name)
  if (!id) throw refuse(`--name needs a letter or a digit (got "${name}").`)
  if (models.some((one) => one.id === id))
    throw refuse(`The catalogue already has ${id}. Choose another --name, or add the provider to it with --to ${id}.`)
  const said = prices && ` The provider charges: ${prices}.`
  if (credits === undefined) throw refuse(`Missing --credits: the price of a video in credits.${said}`)
  if (!/^\d{1,7}$/.test(credits) || Number(credits) < 1 || Number(credits) > MAX_CREDITS)
    throw refuse(`--credits must be a whole number from 1 to ${MAX_CREDITS} (got "${credits}").`)
  const chosen = chooseLogo(id, logo, listLogos(root))
  const path = `/images/models/${chosen}.svg`
  const sibling = models.find((one) => one.logo === path)
  const made = maker ?? (sibling?.maker as string | undefined)
  if (!made) throw refuse('Missing --maker: the company that made the model.')
  return { name: name.trim(), credits: Number(credits), description, maker: made, logo: path }
}

/** Returns the logo whose name begins like the model's ID. `veo-3` also fits `veo-4`. */
function chooseLogo(id: string, logo: string | undefined, logos: readonly string[]): string {
  const fits = (name: string) => id.startsWith(name.replace(/-\d+$/, ''))
  const chosen = logo === undefined ? logos.toSorted().findLast(fits) : logos.find((name) => name === logo)
  if (chosen) return chosen
  throw refuse(`Missing --logo: one of ${logos.toSorted().join(', ')}, or a new file in public/images/models.`)
}
