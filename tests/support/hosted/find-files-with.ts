import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the names of the files in this folder that contain one of these texts. */
export async function findFilesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    // Folders can't be read, and a temporary file may be gone already.
    const content = await readFile(join(folder, name), 'utf8').catch(() => '')
    if (texts.some((text) => content.includes(text))) found.push(name)
  }
  return found
}
