import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COPY_VARIABLE, getPglite, openTestSupabase } from '../harness/database.ts'

/** Creates one database with every migration. The tests open copies of it, which takes a quarter of the time. */
export default async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-database-'))
  const supabase = await openTestSupabase({ clock: 'real' })
  const copy = await getPglite(supabase).dumpDataDir('none')
  await supabase.close()
  process.env[COPY_VARIABLE] = join(folder, 'copy.tar')
  await writeFile(process.env[COPY_VARIABLE], copy.stream())
  return () => rm(folder, { recursive: true })
}
