import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolders } from '../../harness/app-server.ts'
import { getWorker } from './journey.ts'

/** Returns the key that the app itself sends to the server at this URL. */
export async function publicKey(url: string): Promise<string> {
  const shared = [getWorker(), getWorker().scripted]
  const folder = dataFolders.get(url) ?? shared.find((server) => server.url === url)?.dataDir
  if (!folder) throw new Error(`no test has started a server at ${url}`)
  return (JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')) as { publishableKey: string }).publishableKey
}
