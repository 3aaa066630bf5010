// Reads the settings of a server for a team: PUBLIC_URL and what it needs. Without PUBLIC_URL, the server is for one person on this
// machine, and stand-ins replace everything outside of it.
import { BlockList, isIP } from 'node:net'
import { isProvider, nameSettings, needsKey } from '../../supabase/functions/api/catalogue/provider-settings.ts'
import { refusePasswordHash } from '../../supabase/functions/api/services/admin/admin-account.ts'
import { StartError } from '../start-error.ts'

export interface OneServer {
  /** The address that users type, without a trailing slash: `https://video.example.com`. */
  origin: string
  /** The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count. */
  proxies: BlockList
  google: { clientId: string; clientSecret: string }
  /** The credits that each new user gets once. Null keeps what `npm run credits:settings` set. */
  teamCredits: number | null
  /** The address to listen on. */
  listenAddress: string
  /** The address of a real PostgreSQL. Null stores the data in the data folder. */
  databaseUrl: string | null
}

/** The settings that only a stand-in has, or that would open the server to everybody. */
const REFUSED = [
  'ENABLE_TEST_CREDITS',
  'ADMIN_DEFAULT_PASSWORD',
  'LOCAL_MODELS',
  'LOCAL_MODEL_ENDS',
  'VITE_IP_LOOKUP_URL',
]

const MAX_TEAM_CREDITS = 100_000

/** Returns null without PUBLIC_URL. Throws one StartError that names every fault. */
export function readOneServer(env: NodeJS.ProcessEnv): OneServer | null {
  if (!env.PUBLIC_URL) return null
  const origin = readOrigin(env.PUBLIC_URL)
  const missing = [
    ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'ADMIN_PASSWORD_HASH'].filter((name) => !env[name]),
    ...(env.ALLOWED_EMAILS || env.ALLOWED_DOMAINS ? [] : ['ALLOWED_EMAILS or ALLOWED_DOMAINS']),
    ...listMissingProvider(env),
  ]
  if (missing.length > 0)
    throw new StartError(
      `With PUBLIC_URL, Soundreel also needs:\n${missing.map((name) => `- ${name}`).join('\n')}\ndocs/one-server.md says where to get each of them.`,
    )
  const refused = REFUSED.filter((name) => env[name])
  if (refused.length > 0)
    throw new StartError(`Remove ${refused.join(', ')}: a server with PUBLIC_URL has no stand-ins and no test credits.`)
  const refusedHash = refusePasswordHash(env.ADMIN_PASSWORD_HASH ?? '')
  if (refusedHash) throw new StartError(refusedHash)
  return {
    origin,
    proxies: readProxies(env.TRUST_PROXY ?? ''),
    google: { clientId: env.GOOGLE_CLIENT_ID ?? '', clientSecret: env.GOOGLE_CLIENT_SECRET ?? '' },
    teamCredits: env.TEAM_CREDITS ? readTeamCredits(env.TEAM_CREDITS) : null,
    listenAddress: readListenAddress(env.LISTEN_ADDRESS || '127.0.0.1'),
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl(env.DATABASE_URL) : null,
  }
}

function readOrigin(given: string): string {
  const url = URL.parse(given)
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new StartError(
      `PUBLIC_URL must be an https address without a path, like https://video.example.com (got "${given}").`,
    )
  return url.origin
}

function listMissingProvider(env: NodeJS.ProcessEnv): string[] {
  const { VIDEO_PROVIDER: provider = '' } = env
  if (!isProvider(provider)) return ['VIDEO_PROVIDER, the name of a real video provider, such as fal']
  const { key } = nameSettings(provider)
  return needsKey(provider) && !env[key] && !env.VIDEO_API_KEY ? [`VIDEO_API_KEY, the key for ${provider}`] : []
}

/** Reads addresses and networks like `127.0.0.1, 10.0.0.0/8, ::1`. */
function readProxies(given: string): BlockList {
  const list = new BlockList()
  for (const entry of given.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits, ...rest] = entry.split('/')
    const family = isIP(address)
    const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits)
    const isValid =
      family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && length <= (family === 6 ? 128 : 32)
    if (!isValid)
      throw new StartError(
        `TRUST_PROXY must list addresses or networks, like "127.0.0.1, 10.0.0.0/8" (got "${entry}").`,
      )
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function readTeamCredits(given: string): number {
  const credits = Number(given)
  if (!Number.isInteger(credits) || credits < 0 || credits > MAX_TEAM_CREDITS)
    throw new StartError(`TEAM_CREDITS must be a whole number from 0 to 100000 (got "${given}").`)
  return credits
}

function readListenAddress(given: string): string {
  if (isIP(given) === 0)
    throw new StartError(`LISTEN_ADDRESS must be an IP address, like 127.0.0.1 or 0.0.0.0 (got "${given}").`)
  return given
}

/** The message doesn't repeat the address, which has a password. */
function readDatabaseUrl(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || !url.username || url.pathname.length < 2)
    throw new StartError('DATABASE_URL must be like postgres://soundreel:PASSWORD@127.0.0.1:5432/soundreel.')
  return given
}
