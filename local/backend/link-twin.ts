// The stand-in keeps a clip and Storage our copy of it, on one disk: one file under two names.
import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes `file` another name of the file in `folder` that holds the same bytes, if there is one. Never rejects. */
export async function linkTwin(file: string, folder: string): Promise<void> {
  const other = `${file}.${crypto.randomUUID()}`
  try {
    const twin = await findTwin(file, folder)
    if (!twin) return
    await link(twin, other)
    await rename(other, file)
  } catch {
    // A disk without links, or a clip that is gone meanwhile: two copies are as good.
    await rm(other, { force: true })
  }
}

async function findTwin(file: string, folder: string): Promise<string | null> {
  const { size } = await stat(file)
  let bytes: Buffer | null = null
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await stat(path)).size !== size) continue
    bytes ??= await readFile(file)
    if (bytes.equals(await readFile(path))) return path
  }
  return null
}
