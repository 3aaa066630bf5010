import { parseArgs } from 'node:util'
import { isProvider, PROVIDER_NAMES } from '../../supabase/functions/api/catalogue/provider-settings.ts'
import { ModelsError, SOURCES, type Source } from '../listed-models/sources.ts'

const NAMES = Object.keys(SOURCES).join('|')
const USAGE = [
  `npm run models -- --check [--provider ${NAMES}] [--match WORD]`,
  `npm run models -- --add ${NAMES} MODEL --name NAME --credits NUMBER [--description TEXT] [--maker NAME] [--logo NAME] [--sound always]`,
  `npm run models -- --add ${NAMES} MODEL --to ID [--sound always]`,
  `npm run models -- --update ${NAMES} ID`,
  'Further options: --from FILE reads a saved document, --url ADDRESS another address.',
].join('\n')

interface Place {
  provider: string
  source: Source
  url: string
  /** Saved documents that are read instead of the provider's. */
  files: string[]
}
export interface CheckOptions {
  command: 'check'
  places: Place[]
  /** A part of the names or paths to show, in lower case. */
  match: string
}
export interface AddOptions extends Place {
  command: 'add'
  model: string
  /** The entry that gets the provider. Without it, the model gets an entry of its own. */
  to: string | undefined
  name: string | undefined
  credits: string | undefined
  description: string | undefined
  maker: string | undefined
  logo: string | undefined
  alwaysHasSound: boolean
}
export interface UpdateOptions extends Place {
  command: 'update'
  id: string
}

/** Reads the command's options. Throws ModelsError. */
export function readOptions(args: string[]): CheckOptions | AddOptions | UpdateOptions {
  const { values, positionals } = parseOptions(args)
  const { check, add, update, provider, url, from: files = [], match = '', to, name, credits, sound } = values
  const [subject, ...further] = positionals
  const commands = [check, add !== undefined, update !== undefined].filter(Boolean)
  if (commands.length !== 1) throw refuse('Use one of --check, --add, and --update.')
  if (further.length > 0) throw refuse(`One model at a time: remove ${further.join(' ')}.`)
  if (check) {
    if (subject) throw refuse(`--check takes no model (got "${subject}"). Use --match.`)
    const named = provider === undefined ? Object.keys(SOURCES) : [provider]
    if (named.length > 1 && (url !== undefined || files.length > 0))
      throw refuse('Missing --provider: the provider of --url or --from.')
    return { command: 'check', places: named.map((one) => readPlace(one, url, files)), match: match.toLowerCase() }
  }
  const place = readPlace(add ?? update ?? '', url, files)
  if (update !== undefined) {
    if (!subject) throw refuse('Missing the ID of the model, as in models.json.')
    return { command: 'update', ...place, id: subject }
  }
  if (!subject) throw refuse("Missing the model: the provider's name for it.")
  if (sound !== undefined && sound !== 'always') throw refuse(`--sound can only be always (got "${sound}").`)
  if (to !== undefined && (name !== undefined || credits !== undefined))
    throw refuse(`${to} keeps its name and its price: remove --name and --credits.`)
  return {
    command: 'add',
    ...place,
    model: subject.replace(/^\/|\/$/g, ''),
    to,
    name,
    credits,
    description: values.description,
    maker: values.maker,
    logo: values.logo,
    alwaysHasSound: sound === 'always',
  }
}

const refuse = (sentence: string) => new ModelsError(`${sentence}\n${USAGE}`)

function readPlace(provider: string, url: string | undefined, files: string[]): Place {
  const source = SOURCES[provider]
  if (!source && isProvider(provider))
    throw refuse(`${provider} publishes no models that we can read. See docs/models.md, "Edit a model by hand".`)
  if (!source) throw refuse(`Unknown provider: ${provider}. Known providers: ${PROVIDER_NAMES.join(', ')}.`)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw refuse(`--url must be an address like ${source.url} (got "${url}").`)
  return { provider, source, url: (url ?? source.url).replace(/\/+$/, ''), files }
}

function parseOptions(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        add: text,
        update: text,
        provider: text,
        match: text,
        url: text,
        from: { type: 'string', multiple: true },
        to: text,
        name: text,
        credits: text,
        description: text,
        maker: text,
        logo: text,
        sound: text,
      },
    })
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}
