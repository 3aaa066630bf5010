// Links two copies of the same video. The stand-in stores a clip and Storage stores our copy, both on one disk.
import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Replaces `file` with a hard link to the file in `folder` that has the same bytes, if one exists. Never rejects. */
export async function linkTwin(file: string, folder: string): Promise<void> {
  const other = `${file}.${crypto.randomUUID()}`
  try {
    const twin = await findTwin(file, folder)
    if (!twin) return
    await link(twin, other)
    await rename(other, file)
  } catch {
    // The disk has no links, or the clip was deleted meanwhile. Two copies work as well.
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
