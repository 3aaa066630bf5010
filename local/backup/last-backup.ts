import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const FILE = 'last-backup.json'
const schema = z.object({ at: z.iso.datetime() })

/** Notes when the last backup of this data folder was written. A full disk only keeps the doctor from knowing it. */
export async function noteBackup(dataDir: string, now: Date): Promise<void> {
  await writeFile(join(dataDir, FILE), JSON.stringify({ at: now.toISOString() })).catch(() => {})
}

/** Returns when the last backup was written, or null if none is known. */
export function readLastBackup(dataDir: string): Date | null {
  try {
    return new Date(schema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'))).at)
  } catch {
    return null
  }
}
