// Implements `npm run backup -- FOLDER`. A running server writes the backup itself, because only its process may open the database.
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { z } from 'zod'
import { lockDataDir } from '../local/backend/data-dir-lock.ts'
import { copyEmbedded, copyPostgres, writeBackup } from '../local/backup/backup.ts'
import { readSettings } from '../local/settings.ts'
import { StartError } from '../local/start-error.ts'

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const [given, ...others] = process.argv.slice(2)
  if (!given || others.length > 0) throw new StartError('Usage: npm run backup -- FOLDER')
  const folder = resolve(given)
  const { dataDir, port, oneServer } = readSettings(process.env)
  if (!existsSync(join(dataDir, 'keys.json')))
    throw new StartError(`No server has run here: ${dataDir} has no keys.json.`)
  process.umask(0o077)
  const release = tryLock(dataDir)
  const databaseUrl = oneServer?.databaseUrl
  if (release && databaseUrl) await writeBackup(dataDir, folder, copyPostgres(databaseUrl)).finally(release)
  else if (release) await writeOwnBackup(dataDir, folder).finally(release)
  else await askServer(port, dataDir, folder)
  // A server in a container, or with a /tmp of its own, may have written to a folder that only it sees.
  if (!existsSync(folder))
    throw new StartError(
      `The server wrote the backup to its own ${folder}, which isn't here. Name a folder that both can see.`,
    )
  console.log(`The backup is in ${folder}.`)
}

/** Returns null if a server has the data folder. */
function tryLock(dataDir: string): (() => void) | null {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof StartError) return null
    throw error
  }
}

async function writeOwnBackup(dataDir: string, folder: string): Promise<void> {
  const connection = await createPgliteConnection({ url: join(dataDir, 'database') })
  try {
    await connection.driver.waitReady
    await writeBackup(
      dataDir,
      folder,
      copyEmbedded(dataDir, () => connection.driver.exec('checkpoint')),
    )
  } finally {
    await connection.close()
  }
}

async function askServer(port: number, dataDir: string, folder: string): Promise<void> {
  const { secretKey } = z
    .object({ secretKey: z.string() })
    .parse(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')))
  const { status, text } = await post(port, secretKey, JSON.stringify({ folder })).catch((cause: unknown) => {
    const isStopped = (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED'
    throw new StartError(
      isStopped
        ? `A server uses ${dataDir}, but doesn't answer on port ${port}. Put its PORT before this command.`
        : 'The server ended before the backup was complete. Start it, and run this command again.',
      { cause },
    )
  })
  if (status === 200) return
  const { message } = z.object({ message: z.string() }).parse(JSON.parse(text))
  throw new StartError(message)
}

/** Unlike `fetch`, it waits for an answer without a limit, because a backup of many videos takes long. */
function post(port: number, apikey: string, body: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/operator/backup',
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode, text }))
    })
    sent.end(body)
  })
}

await run().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
