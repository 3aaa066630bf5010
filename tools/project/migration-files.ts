import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations')

/** Returns the version, which is the first 14 digits of a migration's file name. */
export const getVersion = (file: string): string => file.slice(0, 14)

/** Returns the file names of all migrations in the order of their application. */
export const listMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()
