import { type Check, type CheckResponse, type Problem, readObject } from './check.ts'
import { describeMaxRows, MIN_MAX_ROWS } from './database/api-roles.ts'
import { buildKeyHeaders, describePlatformProblem } from './project.ts'
import { describeInEditor, getDashboardUrl, readProjectRef, type Settings } from './settings.ts'

/** The buckets that the migration create_storage creates. */
const BUCKETS = {
  videos: { bytes: 209_715_200, types: ['video/mp4', 'image/webp'] },
  images: { bytes: 10_485_760, types: ['image/jpeg', 'image/png', 'audio/mpeg', 'audio/wav'] },
}

const NEW_TOKEN = 'Create a new SUPABASE_ACCESS_TOKEN: https://supabase.com/dashboard/account/tokens'

export const STORAGE_CHECKS: Check[] = [
  {
    name: 'buckets',
    needs: ['SUPABASE_SECRET_KEY'],
    after: ['project', 'server key'],
    async run({ settings, ask }) {
      const answers = await Promise.all(
        Object.keys(BUCKETS).map((name) =>
          ask(`${settings.VITE_SUPABASE_URL}/storage/v1/bucket/${name}`, {
            headers: buildKeyHeaders(settings.SUPABASE_SECRET_KEY),
          }),
        ),
      )
      const key = answers
        .map((answer) => describePlatformProblem(answer, settings, 'SUPABASE_SECRET_KEY'))
        .find(Boolean)
      if (key) return [key]
      return Object.entries(BUCKETS).flatMap(([name, bucket], index) =>
        compare(name, bucket, answers[index] as CheckResponse, settings),
      )
    },
  },
  {
    name: 'file size limit',
    needs: ['SUPABASE_ACCESS_TOKEN'],
    after: ['project'],
    async run({ settings, ask }) {
      const url = `https://api.supabase.com/v1/projects/${readProjectRef(settings)}/config/storage`
      const answer = await ask(url, { headers: { authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}` } })
      const fix = `Raise it on ${getDashboardUrl(settings, 'storage/settings')} (a free project has 50 MB at most)`
      const { fileSizeLimit } = readObject(answer, fix)
      if (typeof fileSizeLimit !== 'number')
        return [
          {
            what: `The management API did not return the limit (HTTP ${answer.status}).`,
            where: url,
            fix: NEW_TOKEN,
          },
        ]
      if (fileSizeLimit >= BUCKETS.videos.bytes) return []
      return [
        {
          what: `The project limits files to ${formatMegabytes(fileSizeLimit)}. Jobs with a larger video fail, and their credits are returned.`,
          where: url,
          fix,
        },
      ]
    },
  },
  {
    name: 'Data API',
    needs: ['SUPABASE_ACCESS_TOKEN'],
    after: ['project'],
    async run({ settings, ask }) {
      const url = `https://api.supabase.com/v1/projects/${readProjectRef(settings)}/postgrest`
      const answer = await ask(url, { headers: { authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}` } })
      const page = getDashboardUrl(settings, 'integrations/data_api/settings')
      const { max_rows: rows, db_schema: schemas } = readObject(answer, NEW_TOKEN)
      if (typeof rows !== 'number' || typeof schemas !== 'string')
        return [
          {
            what: `The management API did not return the settings (HTTP ${answer.status}).`,
            where: url,
            fix: NEW_TOKEN,
          },
        ]
      const exposed = schemas.split(/[\s,]+/)
      return [
        ...(rows >= MIN_MAX_ROWS
          ? []
          : [{ what: describeMaxRows(rows), where: url, fix: `Set "Max rows" to ${MIN_MAX_ROWS} on ${page}` }]),
        ...(exposed.includes('public')
          ? []
          : [
              {
                what: 'The Data API exposes no schema public, so the function reads nothing.',
                where: url,
                fix: `Add public to "Exposed schemas" on ${page}`,
              },
            ]),
        ...(exposed.includes('private')
          ? [
              {
                what: 'The Data API exposes the schema private.',
                where: url,
                fix: `Remove private from "Exposed schemas" on ${page}`,
              },
            ]
          : []),
      ]
    },
  },
]

function compare(
  name: string,
  { bytes, types }: { bytes: number; types: string[] },
  answer: CheckResponse,
  settings: Settings,
): Problem[] {
  const found = readObject(answer, getDashboardUrl(settings, 'storage/buckets'))
  const sql = `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('${name}', '${name}', false, ${bytes}, array['${types.join("', '")}'])
on conflict (id) do update set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;`
  const reportProblem = (what: string): Problem => ({
    what,
    where: answer.url,
    fix: describeInEditor(settings, sql),
    sql,
  })
  if (found.id !== name) return [reportProblem(`The bucket ${name} is missing (HTTP ${answer.status}).`)]
  const allowed = Array.isArray(found.allowed_mime_types) ? found.allowed_mime_types : []
  return [
    ...(found.public === false
      ? []
      : [reportProblem(`The bucket ${name} is public, so anyone with an address can read its files.`)]),
    ...(found.file_size_limit === bytes
      ? []
      : [reportProblem(`The bucket ${name} doesn't limit files to ${formatMegabytes(bytes)}.`)]),
    ...(String(allowed.toSorted()) === String(types.toSorted())
      ? []
      : [reportProblem(`The bucket ${name} accepts files other than ${types.join(', ')}.`)]),
  ]
}

const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
