// Which migrations there are. supabase/migrations begins with the baseline, which makes the whole database. chain/ is the
// chain of migrations before it: it ends in the same database, so one that has all of it only needs its history told anew.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, '../migrations')
export const CHAIN = join(import.meta.dirname, 'chain')

/** The version of the baseline's last file. */
const LAST_OF_BASELINE = '20261124221300'

export const getVersion = (file: string): string => file.slice(0, 14)

/** The files of a folder of migrations, in order. */
export const listMigrations = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

export const isBaseline = (file: string): boolean => getVersion(file) <= LAST_OF_BASELINE

/** `current`: nothing of the chain is recorded. `chain`: nothing else is. `foreign`: what is recorded is of another program. */
export type History = { is: 'current' } | { is: 'foreign' } | { is: 'chain'; missing: string[] }

/** `recorded`: the versions of supabase_migrations.schema_migrations. */
export function readHistory(recorded: readonly string[]): History {
  const chain = listMigrations(CHAIN)
  const versions = chain.map(getVersion)
  const isOfChain = (version: string) => versions.includes(version)
  if (!recorded.some(isOfChain)) {
    const known = listMigrations(MIGRATIONS).map(getVersion)
    return { is: recorded.length === 0 || recorded.some((version) => known.includes(version)) ? 'current' : 'foreign' }
  }
  const missing = chain.filter((file) => !recorded.includes(getVersion(file)))
  // The chain was applied in its order.
  const isPrefix = missing.every((file, index) => file === chain[chain.length - missing.length + index])
  return isPrefix && recorded.every(isOfChain) ? { is: 'chain', missing } : { is: 'foreign' }
}

/** Records the baseline in place of the chain, in one transaction; throws in the database where the chain is not whole. */
export function swapHistorySql(): string {
  const quoteText = (value: string) => `'${value}'`
  const chain = listMigrations(CHAIN).map((file) => quoteText(getVersion(file)))
  const baseline = listMigrations(MIGRATIONS)
    .filter(isBaseline)
    .map((file) => `(${quoteText(getVersion(file))}, ${quoteText(file.slice(15, -'.sql'.length))}, '{}')`)
  return `do $$
begin
  lock table supabase_migrations.schema_migrations in share row exclusive mode;
  if (select count(*) filter (where version in (${chain})) <> ${chain.length} or count(*) <> ${chain.length}
    from supabase_migrations.schema_migrations) then
    raise exception 'the migrations before the baseline are not all applied';
  end if;
  delete from supabase_migrations.schema_migrations;
  insert into supabase_migrations.schema_migrations (version, name, statements) values ${baseline};
end $$;
`
}
