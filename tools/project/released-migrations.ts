import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMigrations, MIGRATIONS } from './migration-files.ts'

/** The file with the checksum of each migration of the last release, by file name. */
export const RELEASED = 'tests/repository/released-migrations.json'

/** Returns the SHA-256 of each migration, in hexadecimal, by file name. */
export function checksumMigrations(): Record<string, string> {
  return Object.fromEntries(
    listMigrations().map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(MIGRATIONS, file)))
        .digest('hex'),
    ]),
  )
}
