// Reads and writes the files that describe the models: models.json, the history of its prices, and the fields that
// providers publish for each model, which a test holds every request to.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Catalogue, readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import type { ListedEndpoint } from '../listed-models/listed-endpoint.ts'
import { ModelsError } from '../listed-models/sources.ts'
import type { RawEntry } from './entry.ts'

export const CATALOGUE_FILE = 'supabase/functions/api/catalogue/models.json'
export const PRICES_FILE = 'supabase/functions/api/catalogue/price-lists.json'
export const FIELDS_FILE = 'tests/support/providers/published-fields.json'
const LOGOS = 'public/images/models'
const LINE_WIDTH = 120

interface RawCatalogue {
  version: number
  models: RawEntry[]
}

export function readModels(root: string): { raw: RawCatalogue; catalogue: Catalogue } {
  const raw = readJson(root, CATALOGUE_FILE) as RawCatalogue
  return { raw, catalogue: readCatalogue(raw) }
}

/** Returns the names of the logos, without an extension. */
export function listLogos(root: string): string[] {
  return readdirSync(join(root, LOGOS)).map((file) => basename(file, '.svg'))
}

/**
 * Writes an entry, in the place of the one with the same ID or at the end. A change of prices raises the version and
 * adds a checksum. Throws ModelsError, and writes nothing, if the catalogue would be invalid. Returns the files.
 */
export function writeEntry(
  root: string,
  entry: RawEntry,
  provider: string,
  endpoints: readonly ListedEndpoint[],
): string[] {
  const { raw, catalogue } = readModels(root)
  const place = raw.models.findIndex(({ id }) => id === entry.id)
  const models = place < 0 ? [...raw.models, entry] : raw.models.with(place, entry)
  const changed = read({ ...raw, models })
  const hasNewPrices = checkPrices(catalogue) !== checkPrices(changed)
  const version = hasNewPrices ? raw.version + 1 : raw.version
  const files = new Map<string, unknown>([[CATALOGUE_FILE, { ...raw, version, models }]])
  if (hasNewPrices)
    files.set(PRICES_FILE, { ...(readJson(root, PRICES_FILE) as object), [version]: checkPrices(changed) })
  const published = addFields(root, provider, endpoints)
  if (published) files.set(FIELDS_FILE, published)
  for (const [file, content] of files) writeFileSync(join(root, file), formatJson(content))
  return [...files.keys()]
}

function read(raw: RawCatalogue): Catalogue {
  try {
    return readCatalogue(raw)
  } catch (error) {
    throw new ModelsError(`The entry would be invalid. Nothing was written.\n${(error as Error).message}`)
  }
}

/** Returns the checksum of a price list. It changes with an ID, a price, or `isOn`. */
export function checkPrices({ prices }: Pick<Catalogue, 'prices'>): string {
  const lines = prices.map(({ id, credits, is_on }) => `${id} ${credits} ${is_on}`)
  return createHash('sha256').update(lines.sort().join()).digest('hex').slice(0, 12)
}

type Fields = Record<string, Record<string, Record<string, unknown>>>

/** Returns the content of the file of fields with those of the endpoints. Null if the provider publishes none. */
function addFields(root: string, provider: string, endpoints: readonly ListedEndpoint[]): unknown {
  const content = readJson(root, FIELDS_FILE) as Fields
  const own = { ...content[provider] }
  const added = endpoints.filter(({ published }) => published)
  if (added.length === 0) return null
  for (const { path, mode, lastImage, published } of added) {
    const kinds = mode === 'image' && lastImage ? ['image', 'frames'] : [mode]
    own[path] = { ...own[path], ...Object.fromEntries(kinds.map((kind) => [kind, published])) }
  }
  return { ...content, [provider]: own }
}

function readJson(root: string, file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

/**
 * Formats JSON as Biome does: a list without objects stands on one line if it fits. Otherwise each value has a line,
 * but numbers fill the lines.
 */
export function formatJson(content: unknown): string {
  const text = JSON.stringify(content, null, 2).replace(
    /^( *)((?:"[^"]*": )?)\[\n\s+([^[\]{}]*?)\n\s+\](,?)$/gm,
    (whole, indent: string, name: string, items: string, comma: string) => {
      const joined = items.replace(/\n\s+/g, ' ')
      const line = `${indent}${name}[${joined}]${comma}`
      if (line.length <= LINE_WIDTH) return line
      if (/[^\d\s,.-]/.test(items)) return whole
      return `${indent}${name}[\n${fillLines(joined, `${indent}  `)}\n${indent}]${comma}`
    },
  )
  return `${text}\n`
}

function fillLines(joined: string, indent: string): string {
  const lines: string[] = []
  for (const item of joined.split(' ')) {
    const longer = `${lines.at(-1) ?? indent}${lines.length > 0 ? ' ' : ''}${item}`
    if (lines.length === 0 || longer.length <= LINE_WIDTH) lines.splice(-1, 1, longer)
    else lines.push(`${indent}${item}`)
  }
  return lines.join('\n')
}
