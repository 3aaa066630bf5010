import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelsError } from '../../../tools/listed-models/sources.ts'
import { CATALOGUE_FILE, FIELDS_FILE, PRICES_FILE } from '../../../tools/models/catalogue-files.ts'
import { runModels } from '../../../tools/models/run.ts'
import { makeFolder } from '../make-folder.ts'

const COPIED = ['supabase/functions/api/catalogue', 'public/images/models', FIELDS_FILE]

export interface RepositoryCopy {
  root: string
  /** Runs `npm run models` in the copy. Returns its text, or the sentence of its error. */
  run(...args: string[]): Promise<{ printed: string } | { said: string }>
  /** Returns the content of all files that the command may write. */
  readFiles(): string
  readModels(): { id: string; version?: number; providers: Record<string, unknown> }[]
}

/** Copies the files that `npm run models` reads and writes. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const root = await makeFolder()
  for (const path of COPIED) await cp(path, join(root, path), { recursive: true })
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  return {
    root,
    run: (...args) =>
      runModels(args, root).then(
        (printed) => ({ printed }),
        (error: unknown) => {
          if (error instanceof ModelsError) return { said: error.message }
          throw error
        },
      ),
    readFiles: () => [CATALOGUE_FILE, PRICES_FILE, FIELDS_FILE].map(read).join('\n'),
    readModels: () => JSON.parse(read(CATALOGUE_FILE)).models,
  }
}
