import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getVersion, listMigrations, MIGRATIONS } from '../../../project/migration-files.ts'
import { type Check, type Context, listSomeNames, type Problem } from '../check.ts'
import { describeInEditor, getDashboardUrl, getDeployCommand, type Setting, type Settings } from '../settings.ts'
import { checkCredits } from './credits.ts'
import { computeExpectedFacts, type DatabaseFact, FACTS } from './fingerprint.ts'
import { compareFacts, INDIRECT_GRANTS_SQL, type IndirectGrant } from './rights.ts'
import { checkSchedule } from './schedule.ts'

const EITHER: Setting[] = ['SUPABASE_DB_PASSWORD', 'SUPABASE_ACCESS_TOKEN']
const where = 'the database'

export const DATABASE_CHECKS: Check[] = [
  {
    name: 'migrations',
    needs: [EITHER],
    async run({ settings, sql }) {
      const fix = getDeployCommand(settings)
      const files = listMigrations()
      const [there] = await sql<{ there: boolean }>(
        `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
      )
      const rows = there?.there
        ? await sql<{ version: string }>('select version from supabase_migrations.schema_migrations')
        : []
      const applied = rows.map(({ version }) => getVersion(String(version)))
      const versions = files.map(getVersion)
      const missing = files.filter((file) => !applied.includes(getVersion(file)))
      const unknown = applied.filter((version) => !versions.includes(version))
      if (missing.length > 0 && unknown.length > 0)
        return [
          {
            what: `The database has another history: it has ${listSomeNames(unknown)} and lacks ${listSomeNames(missing)}.`,
            where,
            fix: 'deploy to a new project, or check out the code that this project was made with',
          },
        ]
      const newest = versions.filter((version) => applied.includes(version)).at(-1) ?? ''
      const skipped = missing.filter((file) => getVersion(file) < newest)
      if (skipped.length > 0) return describeSkipped(skipped, newest, settings, sql)
      return [
        ...(missing.length === 0 ? [] : [{ what: `Migrations not applied: ${listSomeNames(missing)}.`, where, fix }]),
        ...(unknown.length === 0
          ? []
          : [{ what: `The database is newer than this code: ${listSomeNames(unknown)}.`, where, fix: 'git pull' }]),
      ]
    },
  },
  {
    name: 'database permissions',
    needs: [EITHER],
    after: ['migrations'],
    async run({ settings, sql }) {
      const [expected, found, roundabout] = [
        await computeExpectedFacts(),
        await sql<DatabaseFact>(FACTS),
        await sql<IndirectGrant>(INDIRECT_GRANTS_SQL),
      ]
      const undo = `Undo this change in the SQL editor (${getDashboardUrl(settings, 'sql/new')}). The definition is in supabase/migrations`
      return compareFacts(expected, found, roundabout).map(({ what, fix, sql: statement }) => {
        if (statement) return { what, where, fix: describeInEditor(settings, statement), sql: statement }
        return { what, where, fix: fix ?? undo }
      })
    },
  },
  {
    name: 'credits and prices',
    needs: [EITHER],
    after: ['migrations'],
    run: checkCredits,
  },
  {
    name: 'sweep schedule',
    needs: ['SUPABASE_DB_PASSWORD'],
    after: ['addresses', 'migrations'],
    run: checkSchedule,
  },
]

/**
 * Describes migrations that the database has not recorded, although it has later ones. Deploy refuses to push them. If
 * the database has all that the migrations create, only their records are missing.
 */
async function describeSkipped(
  skipped: readonly string[],
  newest: string,
  settings: Settings,
  sql: Context['sql'],
): Promise<Problem[]> {
  const isComplete = compareFacts(await computeExpectedFacts(), await sql<DatabaseFact>(FACTS), []).length === 0
  const statements = skipped.map((file) => {
    const code = readFileSync(join(MIGRATIONS, file), 'utf8')
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
values ('${getVersion(file)}', '${file.slice(getVersion(file).length + 1, -'.sql'.length)}', array[$migration$${code}$migration$]);`
    return isComplete ? record : `${code}\n${record}`
  })
  const statement = `begin;\n${statements.join('\n')}\ncommit;`
  const state = isComplete ? 'It has what they create' : 'It lacks what they create'
  return [
    {
      what: `The database has migration ${newest}, but not the older ${listSomeNames(skipped)}. ${state}.`,
      where: 'supabase_migrations.schema_migrations',
      fix: describeInEditor(settings, statement),
      sql: statement,
    },
  ]
}
