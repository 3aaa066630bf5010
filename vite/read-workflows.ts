import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the ComfyUI workflows that the catalogue names. */
export const WORKFLOWS = join(import.meta.dirname, '../supabase/functions/api/catalogue/workflows')

/**
 * Reads each JSON file in the folder, and returns its content by file name. Throws an error that names the file if it
 * isn't valid JSON.
 */
export async function readWorkflows(folder: string): Promise<Record<string, unknown>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  const contents = files.map(async (file) => {
    try {
      return [file, JSON.parse(await readFile(join(folder, file), 'utf8'))] as const
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : cause
      throw new Error(`The workflow ${file} is not valid JSON: ${reason}`, { cause })
    }
  })
  return Object.fromEntries(await Promise.all(contents))
}
