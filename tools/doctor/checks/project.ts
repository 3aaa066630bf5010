import { type Check, type CheckResponse, type Context, listSomeNames, type Problem, readObject } from './check.ts'
import { computeExpectedFacts, type DatabaseFact } from './database/fingerprint.ts'
import { getDashboardUrl, getDeployCommand, type Settings } from './settings.ts'

/** Returns the headers for a key. Old keys are tokens and belong in both headers. New keys belong only in `apikey`. */
export function buildKeyHeaders(key: string): Record<string, string> {
  return { apikey: key, ...(key.startsWith('ey') ? { authorization: `Bearer ${key}` } : {}) }
}

/** Returns the problem if the platform responds instead of the service, or null if the service responds. */
export function describePlatformProblem(answer: CheckResponse, settings: Settings, keyName: string): Problem | null {
  // Statuses: https://supabase.com/docs/guides/platform/http-status-codes
  if (answer.status === 540)
    return {
      what: 'The Supabase project is paused. Nothing works until you restore it.',
      where: answer.url,
      fix: `Click "Restore project" on ${getDashboardUrl(settings, '')}`,
    }
  if (answer.status === 402)
    return {
      what: 'Supabase has restricted the project (quota exceeded, or bill unpaid).',
      where: answer.url,
      fix: 'See https://supabase.com/dashboard/org/_/billing',
    }
  if (answer.status === 401 && /invalid api key|no api key/i.test(answer.text))
    return {
      what: `${keyName} is not a key of this project.`,
      where: answer.url,
      fix: `Copy it from ${getDashboardUrl(settings, 'settings/api-keys')} to ${settings.file}`,
    }
  return null
}

const asStranger = ({ settings, ask }: Context, path: string) =>
  ask(`${settings.VITE_SUPABASE_URL}${path}`, { headers: buildKeyHeaders(settings.VITE_SUPABASE_ANON_KEY) })

export const PROJECT_CHECKS: Check[] = [
  {
    name: 'project',
    // With a secret key, the next checks would change data that they only try to access.
    needs: ['VITE_SUPABASE_ANON_KEY'],
    after: ['addresses', 'public key'],
    async run(context) {
      const answer = await asStranger(context, '/auth/v1/settings')
      const problem = describePlatformProblem(answer, context.settings, 'VITE_SUPABASE_ANON_KEY')
      if (problem) return [problem]
      const fix = `Set VITE_SUPABASE_URL in ${context.settings.file} to the project's address: ${getDashboardUrl(context.settings, 'settings/api')}`
      if (typeof readObject(answer, fix).external === 'object') return []
      return [{ what: `This address is not a Supabase project (HTTP ${answer.status}).`, where: answer.url, fix }]
    },
  },
  {
    name: 'public function access',
    after: ['project'],
    async run(context) {
      const functions = (await computeExpectedFacts()).filter((fact) => fact.kind === 'function' && isPublic(fact))
      const called = await Promise.all(functions.map((each) => callFunction(context, each)))
      const missing = functions.filter((_, index) => called[index] === 'missing').map(({ object }) => getName(object))
      const problems = called.flatMap((found) => (found === 'missing' ? [] : found))
      return missing.length === 0 ? problems : [listMissingFunctions(context.settings, missing), ...problems]
    },
  },
  {
    name: 'public table access',
    after: ['project'],
    async run(context) {
      const readTable = async (table: string): Promise<Problem[]> => {
        const answer = await asStranger(context, `/rest/v1/${table}?limit=1`)
        if (readCode(answer) === '42501') return []
        if (answer.status === 404)
          return [
            {
              what: `The table ${table} is missing.`,
              where: answer.url,
              fix: `${getDeployCommand(context.settings)}. If it finds no new migrations, restore a backup (docs/backup.md)`,
            },
          ]
        if (answer.status >= 500) return [reportUnknown(answer)]
        return [
          {
            what: `Anyone can read the table ${table} (HTTP ${answer.status}).`,
            where: answer.url,
            fix: `In the SQL editor (${getDashboardUrl(context.settings, 'sql/new')}): revoke all on public.${table} from anon;`,
          },
        ]
      }
      const tables = (await computeExpectedFacts()).filter((fact) => fact.kind === 'table' && isPublic(fact))
      return (await Promise.all(tables.map(({ object }) => readTable(object.replace('public.', ''))))).flat()
    },
  },
]

const isPublic = ({ object }: DatabaseFact) => object.startsWith('public.')
const getName = (signature: string) => signature.slice('public.'.length, signature.indexOf('('))

/**
 * Calls a function that must be closed. A GET request runs in a read-only transaction, so a function that is open by
 * mistake changes nothing.
 */
async function callFunction(context: Context, { object: signature }: DatabaseFact): Promise<Problem[] | 'missing'> {
  const name = getName(signature)
  const query = new URLSearchParams(readParameters(signature).map(([each, type]) => [each, getSample(type)]))
  const answer = await asStranger(context, `/rest/v1/rpc/${name}?${query}`)
  const where = answer.url.replace(/\?.*/, '')
  const said =
    typeof answer.json === 'object' && answer.json && 'message' in answer.json ? `${answer.json.message}` : ''
  // A function that ran and then lacked other permissions returns the same code.
  if (readCode(answer) === '42501' && said.includes(`function ${name}`)) return []
  // PGRST202 means that the API doesn't know the function yet.
  if (readCode(answer) === 'PGRST202' || readCode(answer) === '42883') return 'missing'
  if (answer.status >= 500) return [reportUnknown(answer)]
  return [
    {
      what: `Anyone can call the database function ${name} (HTTP ${answer.status}).`,
      where,
      fix: `In the SQL editor (${getDashboardUrl(context.settings, 'sql/new')}): revoke execute on function ${signature} from public, anon;`,
    },
  ]
}

/** Reports all missing functions as one problem. Before the first deployment, every function is missing. */
function listMissingFunctions(settings: Settings, names: string[]): Problem {
  const isDatabaseRead = settings.SUPABASE_DB_PASSWORD || settings.SUPABASE_ACCESS_TOKEN
  const next = isDatabaseRead
    ? 'fix what is under "database permissions"'
    : 'set SUPABASE_DB_PASSWORD and run the doctor, which then names each difference'
  return {
    what: `Database functions that are missing, or differ from the migrations: ${listSomeNames(names)}.`,
    where: `${settings.VITE_SUPABASE_URL}/rest/v1/rpc/`,
    fix: `${getDeployCommand(settings)}. If it finds no new migrations, ${next}`,
  }
}

const reportUnknown = (answer: CheckResponse): Problem => ({
  what: `The Data API returned HTTP ${answer.status}, so access can't be checked.`,
  where: answer.url.replace(/\?.*/, ''),
  fix: 'Run the doctor again. For the cause, see Logs, API Gateway in the dashboard',
})

const readCode = ({ json }: CheckResponse) =>
  typeof json === 'object' && json && 'code' in json ? json.code : undefined

/** Reads the parameters of a signature, for example `p_user_id` of the type `uuid`. Every parameter has a name. */
function readParameters(signature: string): [name: string, type: string][] {
  const list = /\((.*)\)$/s.exec(signature)?.[1] ?? ''
  return list.split(', ').flatMap((each) => {
    const [name, ...type] = each.split(' ')
    return name && type.length > 0 ? [[name, type.join(' ')] as [string, string]] : []
  })
}

/** Returns a value of the type that no row has. */
function getSample(type: string): string {
  if (type.endsWith('[]')) return `{${getSample(type.slice(0, -2))}}`
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000'
  if (/^(integer|int|bigint|smallint|numeric)$/.test(type)) return '0'
  if (type === 'boolean') return 'false'
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'date' || type.startsWith('timestamp')) return '1970-01-01'
  return 'none'
}
