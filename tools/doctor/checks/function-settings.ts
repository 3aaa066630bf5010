import {
  getKeySetting,
  getUrlSetting,
  listProviderFiles,
  listProviders,
  nameSettings,
  PROVIDER_NAMES,
  parseProviders,
  readMainProvider,
} from '../../../supabase/functions/api/catalogue/provider-settings.ts'
import { describeSettings, parseEnv } from '../../../supabase/functions/api/env.ts'
import { isFileOrigin } from '../../../supabase/functions/api/file-origins.ts'
import { collectFunctionSettings } from '../../project/settings.ts'
import type { Check, CheckResponse, Context, Problem } from './check.ts'
import {
  getDashboardUrl,
  getDeployCommand,
  OLD_KEYS_END,
  SECRET_NAMES,
  type Settings,
  setAndDeploy,
} from './settings.ts'

export const FUNCTION_SETTINGS_CHECKS: Check[] = [
  {
    name: 'function addresses',
    after: ['function'],
    run: async (context) => [
      ...compareFiles(context.settings),
      ...(await checkPublicAddress(context)),
      ...(await checkOrigins(context)),
    ],
  },
  {
    name: 'function settings',
    needs: ['SWEEP_SECRET'],
    after: ['function', 'sweep secret'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_API_URL}/health`, { headers: { apikey: settings.SWEEP_SECRET } })
      const { settings: found } = answer.json as { settings?: Record<string, unknown> }
      const reportProblem = (what: string): Problem => ({ what, where: answer.url, fix: getDeployCommand(settings) })
      if (!found)
        return [reportProblem('The function has a different SWEEP_SECRET, or is too old to report its settings.')]
      const meant = readMeant(settings)
      if (typeof meant === 'string')
        return [{ what: meant, where: settings.file, fix: `Correct the setting in ${settings.file}` }]
      const { marks, usesOldKey: _, ...told } = meant
      const different = Object.entries(told).filter(([name, value]) => show(found[name]) !== show(value))
      // These settings are already reported above with their values.
      const said = different.flatMap(([name]) => TOLD[name as keyof typeof told])
      const there = (found.marks ?? {}) as typeof marks
      // A setting that the file lacks can be set at the function, such as KEEP_VIDEOS_DAYS, which deletes videos.
      const others = [...new Set([...Object.keys(marks), ...Object.keys(there)])].filter(
        (name) => marks[name] !== there[name] && !said.includes(name) && isKnown(name, settings),
      )
      return [
        ...(found.usesOldKey
          ? [
              {
                what: `The function uses the old key service_role, because the project has no secret key named default. ${OLD_KEYS_END}`,
                where: answer.url,
                fix: `Create a secret key named default on ${getDashboardUrl(settings, 'settings/api-keys')}, then ${getDeployCommand(settings)}`,
              },
            ]
          : []),
        ...different.map(([name, value]) =>
          reportProblem(`The function has ${name} ${show(found[name])}, but ${settings.file} sets ${show(value)}.`),
        ),
        ...others.map((name) =>
          reportProblem(
            name in marks
              ? `${name} of the function differs from ${settings.file}.`
              : `${name} is set at the function, but not in ${settings.file}.`,
          ),
        ),
      ]
    },
  },
  {
    name: 'user tokens',
    needs: ['SUPABASE_USER_TOKEN'],
    after: ['function'],
    async run({ settings, ask, now }) {
      const token = settings.SUPABASE_USER_TOKEN
      const { iss, exp } = readClaims(token)
      const where = 'SUPABASE_USER_TOKEN'
      const fix = 'Sign in on your site and copy a new access token (docs/doctor.md)'
      if (!exp) return [{ what: 'SUPABASE_USER_TOKEN is not an access token.', where, fix }]
      if (exp * 1000 < now().getTime()) return [{ what: 'The access token has expired.', where, fix }]
      const answer = await ask(`${settings.VITE_API_URL}/api/jobs`, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status === 200) return []
      const meant = collectFunctionSettings(settings.env).JWT_ISSUER
      if (iss === meant || !iss)
        return [
          {
            what: `The function rejects a valid user token (HTTP ${answer.status}).`,
            where: answer.url,
            fix: getDeployCommand(settings),
          },
        ]
      const what = `Tokens of this project have the issuer ${iss}, but the function expects ${meant}, so all users are rejected.`
      return [{ what, where: answer.url, fix: setAndDeploy(settings, `JWT_ISSUER=${iss}`) }]
    },
  },
]

/** The settings that determine each reported value. */
const TOLD: Record<Exclude<keyof ReturnType<typeof describeSettings>, 'marks' | 'usesOldKey'>, string[]> = {
  providers: ['VIDEO_PROVIDER', 'VIDEO_API_URL', ...PROVIDER_NAMES.map((name) => nameSettings(name).url)],
  fileOrigins: ['VIDEO_FILE_ORIGINS', ...PROVIDER_NAMES.map((name) => nameSettings(name).files)],
  issuer: ['JWT_ISSUER'],
  origins: ['ALLOWED_ORIGINS'],
  publicUrl: ['PUBLIC_API_URL'],
  alerts: ['ALERT_WEBHOOK_URL'],
}

/** Returns whether a setting can be compared. A secret that isn't in the settings file can't. */
const isKnown = (name: string, { env }: Settings) => Boolean(env[name]) || !SECRET_NAMES.includes(name)

/** Returns the expected settings, or a sentence if they are invalid. */
function readMeant(settings: Settings): ReturnType<typeof describeSettings> | string {
  try {
    const own = { SUPABASE_URL: settings.VITE_SUPABASE_URL, SUPABASE_SECRET_KEY: '-' }
    const keys = listProviders(settings.env).map((name) => [getKeySetting(settings.env, name), '-'])
    return describeSettings(parseEnv({ ...Object.fromEntries(keys), ...collectFunctionSettings(settings.env), ...own }))
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Finds file origins that are not allowed. A provider at a custom URL is skipped, because it can serve files from other
 * origins.
 */
function compareFiles(settings: Settings): Problem[] {
  const { env } = settings
  return (parseProviders(env) ?? []).flatMap(({ name, fileOrigins: allowed }) => {
    const own = nameSettings(name).files
    const setting = name === readMainProvider(env) && !env[own] ? 'VIDEO_FILE_ORIGINS' : own
    if (!env[setting] || env[getUrlSetting(env, name)]) return []
    const left = listProviderFiles(name).filter(
      (origin) => !allowed.includes(origin) && !isFileOrigin(allowed, new URL(origin.replace('*', 'any'))),
    )
    if (left.length === 0) return []
    const what = `${setting} lacks ${left.join(', ')}, where ${name} serves its files, so no video can arrive.`
    const fix = setAndDeploy(settings, `${setting}=${[...allowed, ...left].join(',')}`)
    return [{ what, where: settings.file, fix }]
  })
}

async function checkPublicAddress({ settings, ask }: Context): Promise<Problem[]> {
  const address = collectFunctionSettings(settings.env).PUBLIC_API_URL?.replace(/\/+$/, '')
  if (!address || address === settings.VITE_API_URL) return []
  const [own, other] = await Promise.all(
    [settings.VITE_API_URL, address].map((url) => ask(`${url}/health`).catch(() => null)),
  )
  const getVersion = (answer: CheckResponse | null | undefined) =>
    (answer?.json as { version?: string } | undefined)?.version
  if (getVersion(other) && getVersion(other) === getVersion(own)) return []
  const what = `PUBLIC_API_URL is ${address}, where this function doesn't respond, so the provider can't report finished videos.`
  return [{ what, where: settings.file, fix: setAndDeploy(settings, `PUBLIC_API_URL=${settings.VITE_API_URL}`) }]
}

/** Finds allowed origins that aren't this app. Such an origin could act for any user who is signed in. */
async function checkOrigins({ settings, ask }: Context): Promise<Problem[]> {
  const site = URL.parse(settings.VITE_SITE_URL)?.origin
  const list = (collectFunctionSettings(settings.env).ALLOWED_ORIGINS ?? '').split(',').flatMap((each) => {
    const origin = URL.parse(each.trim())?.origin
    return origin && origin !== site ? [origin] : []
  })
  const answers = await Promise.all(list.map((origin) => ask(`${origin}/`).catch(() => null)))
  const own = list.filter((_, index) => answers[index]?.text.includes('<div id="root"'))
  return list
    .filter((origin) => !own.includes(origin))
    .map((origin) => ({
      what: `ALLOWED_ORIGINS contains ${origin}, which is not this app but can call the API with a user's credentials.`,
      where: settings.file,
      fix: setAndDeploy(settings, `ALLOWED_ORIGINS=${[site, ...own].join(',')}`),
    }))
}

const show = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value)) || 'empty'

function readClaims(token: string): { iss?: string; exp?: number } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return {}
  }
}
