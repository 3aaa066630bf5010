// Reads the providers that a deployment uses, and their settings. VIDEO_PROVIDER names one provider, whose settings
// begin with VIDEO_. Any other provider is enabled by its own settings, such as FAL_API_KEY.
import { z } from 'zod'
import { readFileOrigin } from '../file-origins.ts'

interface ProviderFacts {
  /** The name for users. Null: the host of its address. */
  label: string | null
  url: string
  /** The file origins, separated by commas. Null if the provider serves files from its API URL. */
  files: string | null
  /** Whether the server can run without a key. */
  isKeyless?: true
  /** Whether the provider signs webhooks with a secret that the operator sets. */
  hasWebhookSecret?: true
  /** Whether the provider also has keys that consist of two parts. */
  hasKeyPair?: true
}

/** The label of a provider on the same machine. No other company gets its prompts. */
export const THIS_SERVER = 'this server'
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/

const PROVIDERS = {
  pollo: {
    label: 'Pollo',
    url: 'https://pollo.ai/api/platform',
    files: 'https://videocdn.pollo.ai',
    hasWebhookSecret: true,
  },
  fal: { label: 'fal', url: 'https://queue.fal.run', files: 'https://fal.media,https://*.fal.media' },
  openrouter: { label: 'OpenRouter', url: 'https://openrouter.ai/api/v1', files: null, hasWebhookSecret: true },
  kling: {
    label: 'Kling',
    url: 'https://api-singapore.klingai.com',
    files: 'https://*.klingai.com,https://*.kwimgs.com,https://*.inkwai.com',
    hasWebhookSecret: true,
    hasKeyPair: true,
  },
  runway: {
    label: 'Runway',
    url: 'https://api.dev.runwayml.com',
    files: 'https://dnznrvs05pmza.cloudfront.net,https://d2jqrm6oza8nb6.cloudfront.net',
  },
  comfyui: { label: 'ComfyUI', url: 'http://127.0.0.1:8188', files: null, isKeyless: true },
  'openai-server': { label: null, url: 'http://127.0.0.1:8000', files: null, isKeyless: true },
} as const satisfies Record<string, ProviderFacts>

export type ProviderName = keyof typeof PROVIDERS

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[]

export const DEFAULT_PROVIDER = 'pollo'

const FACTS: Record<ProviderName, ProviderFacts> = PROVIDERS

export const needsKey = (provider: string) => isProvider(provider) && !FACTS[provider].isKeyless

export function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}

/** Returns the origins of a provider's files at its default URL. Empty if its API serves them. */
export function listProviderFiles(provider: ProviderName): string[] {
  return splitList(FACTS[provider].files ?? '')
}

export interface ProviderSettings {
  name: ProviderName
  /** The display name. A custom URL counts as the operator's own server. */
  label: string
  /** The API URL, without a trailing slash. */
  url: string
  key: string
  /** The secret half of a key pair. `key` is then the access key. */
  secret: string
  webhookSecret: string
  /** Values that `readFileOrigin` returned. */
  fileOrigins: string[]
}

/** The names of one provider's settings. Null for a setting that the provider doesn't have. */
export interface SettingNames {
  key: string
  url: string
  files: string
  secret: string | null
  webhookSecret: string | null
}

const VIDEO_NAMES: SettingNames = {
  key: 'VIDEO_API_KEY',
  url: 'VIDEO_API_URL',
  files: 'VIDEO_FILE_ORIGINS',
  secret: 'VIDEO_API_SECRET',
  webhookSecret: 'VIDEO_WEBHOOK_SECRET',
}

/** Returns the names of a provider's own settings, such as FAL_API_KEY. */
export function nameSettings(provider: ProviderName): SettingNames {
  const prefix = provider.toUpperCase().replaceAll('-', '_')
  return {
    key: `${prefix}_API_KEY`,
    url: `${prefix}_API_URL`,
    files: `${prefix}_FILE_ORIGINS`,
    secret: FACTS[provider].hasKeyPair ? `${prefix}_API_SECRET` : null,
    webhookSecret: FACTS[provider].hasWebhookSecret ? `${prefix}_WEBHOOK_SECRET` : null,
  }
}

const splitList = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** Reads a list of origins, separated by commas. */
export const readOrigins = (read: (entry: string) => string | null, example: string) =>
  z.string().transform((value, context) =>
    splitList(value).map((item) => {
      const origin = read(item)
      if (origin === null) context.addIssue({ code: 'custom', message: `${item} is not an address like ${example}` })
      return origin ?? ''
    }),
  )

const text = z.string().default('')
const address = z
  .url({
    protocol: /^https?$/,
    error: "remove it to use the provider's own address, or set it to an address like https://queue.fal.run",
  })
  .optional()
const files = readOrigins(readFileOrigin, 'https://cdn.provider.com or https://*.provider.com').optional()

const shapeOf = (names: SettingNames) => ({
  [names.key]: text,
  [names.url]: address,
  [names.files]: files,
  ...(names.secret ? { [names.secret]: text } : {}),
  ...(names.webhookSecret ? { [names.webhookSecret]: text } : {}),
})

/** The schema of all providers' settings. */
export const providerShape = {
  VIDEO_PROVIDER: z.enum([...PROVIDER_NAMES, 'none'], `set it to ${PROVIDER_NAMES.join(', ')}, or none`).optional(),
  VIDEO_API_KEY: text,
  VIDEO_API_URL: address,
  VIDEO_FILE_ORIGINS: files,
  VIDEO_API_SECRET: text,
  VIDEO_WEBHOOK_SECRET: text,
  ...(Object.assign({}, ...PROVIDER_NAMES.map((name) => shapeOf(nameSettings(name)))) as Record<never, never>),
}

/** The settings by name, after parsing with `providerShape`. */
type Given = Readonly<Record<string, unknown>>

/** Returns the provider of the VIDEO_ settings. Returns null if only other providers have settings. */
export function readMainProvider(given: Given): ProviderName | 'none' | null {
  const { VIDEO_PROVIDER: named } = given
  if (typeof named === 'string' && named !== '') return named as ProviderName | 'none'
  const isUsed = Boolean(given.VIDEO_API_KEY || given.VIDEO_API_URL)
  return isUsed || listOwn(given).length === 0 ? DEFAULT_PROVIDER : null
}

/** Returns the providers that have their own settings. */
function listOwn(given: Given): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => Object.values(nameSettings(name)).some((setting) => setting && given[setting]))
}

/** Returns the names of the configured providers. The main provider is first. */
export function listProviders(given: Given): ProviderName[] {
  const main = readMainProvider(given)
  const names = [...(main && isProvider(main) ? [main] : []), ...listOwn(given)]
  return [...new Set(names)]
}

/** Returns an error for each setting that contradicts another one or has no key. */
export function listProviderFaults(given: Given): { setting: string; message: string }[] {
  const main = readMainProvider(given)
  const own = listOwn(given)
  if (main === 'none' && own.length > 0) {
    const set = own.flatMap((name) => Object.values(nameSettings(name))).filter((name) => name && given[name])
    return [{ setting: 'VIDEO_PROVIDER', message: `remove it, or remove ${set.join(', ')}` }]
  }
  return listProviders(given).flatMap((name) => {
    const names = nameSettings(name)
    const isMain = name === main
    const twice = isMain && given.VIDEO_API_KEY && given[names.key]
    if (twice)
      return [{ setting: names.key, message: 'remove it, or remove VIDEO_API_KEY: both are keys of one provider' }]
    if (given[names.key] || (isMain && given.VIDEO_API_KEY) || !needsKey(name)) return []
    const message = `set it to your API key from ${FACTS[name].label}`
    return own.includes(name) && !isMain
      ? [{ setting: names.key, message }]
      : [{ setting: 'VIDEO_API_KEY', message: `${message}, or set VIDEO_PROVIDER=none` }]
  })
}

/** Returns the name for users of a server that the operator chose by its address. */
function nameServer(url: string): string {
  const { hostname } = new URL(url)
  return LOOPBACK.test(hostname) ? THIS_SERVER : hostname
}

/** Returns what is set for each provider. */
export function readProviders(given: Given): ProviderSettings[] {
  const main = readMainProvider(given)
  return listProviders(given).map((name) => {
    const own = nameSettings(name)
    const get = (part: keyof SettingNames) => {
      const [ownName, videoName] = [own[part], VIDEO_NAMES[part]]
      return (ownName && given[ownName]) || (name === main && videoName && given[videoName]) || undefined
    }
    const { label, url: usual, files, isKeyless } = FACTS[name]
    const url = ((get('url') as string | undefined) ?? usual).replace(/\/$/, '')
    // The list of file origins can't replace the provider's own host, so that host is always included.
    const itself = files === null ? [readFileOrigin(url) ?? ''] : []
    return {
      name,
      label: (url === usual || isKeyless ? label : null) ?? nameServer(url),
      url,
      key: (get('key') as string | undefined) ?? '',
      secret: (get('secret') as string | undefined) ?? '',
      webhookSecret: (get('webhookSecret') as string | undefined) ?? '',
      fileOrigins: [...itself, ...((get('files') as string[] | undefined) ?? splitList(files ?? ''))],
    }
  })
}

/** Returns the name of the setting for this provider's key. */
export function getKeySetting(given: Given, provider: ProviderName): string {
  const { key } = nameSettings(provider)
  return provider === readMainProvider(given) && !given[key] ? VIDEO_NAMES.key : key
}

/** Returns the name of the setting for this provider's URL. */
export function getUrlSetting(given: Given, provider: ProviderName): string {
  const { url } = nameSettings(provider)
  return provider === readMainProvider(given) && !given[url] ? VIDEO_NAMES.url : url
}

/** Reads the providers of a settings file, where an empty value means unset. Returns null for an invalid setting. */
export function parseProviders(settings: Record<string, string>): ProviderSettings[] | null {
  const set = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
  const given = z.object(providerShape).safeParse(set)
  return given.success ? readProviders(given.data) : null
}

/** The names of all provider settings that contain secrets. */
export const PROVIDER_SECRETS: readonly string[] = [VIDEO_NAMES, ...PROVIDER_NAMES.map(nameSettings)].flatMap(
  ({ key, secret, webhookSecret }) => [key, secret, webhookSecret].filter((name) => name !== null),
)
