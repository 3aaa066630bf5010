import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations')

/** Returns the 14 digits that a migration's file name begins with. */
export const getVersion = (file: string): string => file.slice(0, 14)

/** Returns the file names of all migrations, in the order in which they are applied. */
export const listMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()
