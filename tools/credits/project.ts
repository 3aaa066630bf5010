import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { readSettings } from '../../local/settings.ts'

export function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

export interface Project {
  url: string
  call<T extends z.ZodType>(name: string, args: Record<string, unknown>, answer: T): Promise<z.output<T>>
}

/**
 * Opens the project of SUPABASE_URL and SUPABASE_SECRET_KEY, from the environment or .env. Without them, opens the
 * local server.
 */
export function openProject(): Project {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { url, secretKey } = readAddress()
  const supabase = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  return {
    url,
    async call(name, args, answer) {
      const { data, error } = await supabase.rpc(name, args)
      if (error) fail(`${describeFailure(url, error)} Nothing was changed, as far as we know.`)
      return answer.parse(data)
    },
  }
}

function readAddress(): { url: string; secretKey: string } {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = process.env
  if (url && secretKey) return { url, secretKey }
  if (url || secretKey) fail('Set both SUPABASE_URL and SUPABASE_SECRET_KEY, or neither to use the local server.')
  const { origin, port, oneServer, dataDir } = readSettings(process.env)
  const file = join(dataDir, 'keys.json')
  if (!existsSync(file))
    fail(
      `Start the local server, or set SUPABASE_URL and SUPABASE_SECRET_KEY. (No local server has run here: ${file} doesn't exist.)`,
    )
  const keys = z.object({ secretKey: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8')))
  // A server for a team answers tools of its own machine, even if its proxy is down.
  return { url: oneServer ? `http://127.0.0.1:${port}` : origin, secretKey: keys.secretKey }
}

function describeFailure(url: string, { code, message }: { code: string; message: string }): string {
  if (code === 'PGRST202') return `The database at ${url} is older than this code. Deploy its migrations first.`
  if (/fetch failed/.test(message))
    return `${url} doesn't respond. Check that the server is running and the address is correct.`
  if (/jwt|api key|permission denied/i.test(message))
    return `${url} rejects the key. SUPABASE_SECRET_KEY must be the secret key of this project.`
  return `The database at ${url} returned an error: ${message}.`
}
