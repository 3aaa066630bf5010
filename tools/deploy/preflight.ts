// Runs the checks that need no network. The catalogue must be valid, and the function must start with the catalogue and
// these settings.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import { bundleFunction, type FunctionBundle } from '../../vite/function-bundle.ts'
import type { Deployment } from '../project/settings.ts'
import { DeployError } from '../project/supabase.ts'
import { readJson } from './read-json.ts'
import { startFunction } from './start-function.ts'

const CATALOGUE = 'supabase/functions/api/catalogue'

/** Bundles the function and checks that it starts, without changing anything. Throws DeployError. */
export async function checkFunction({ ref, functionSecrets }: Deployment): Promise<FunctionBundle> {
  try {
    const bundle = await bundleFunction()
    const settings = {
      ...functionSecrets,
      SUPABASE_URL: `https://${ref}.supabase.co`,
      SUPABASE_SECRET_KEYS: '{"default":"of the platform"}',
    }
    const { stop } = await startFunction(bundle.code, settings)
    await stop()
    return bundle
  } catch (error) {
    throw new DeployError(`Nothing was changed, because the function would not start.\n${(error as Error).message}`)
  }
}

/** Checks the catalogue's files. Throws an error that lists each fault and its position. */
export function checkCatalogue(root = '.'): void {
  const folder = join(root, CATALOGUE)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const contents = new Map(files.map((file) => [file, read(join(folder, file))]))
  const faults = readCatalogue(contents.get('models.json'))
    .models.filter(({ logo }) => !existsSync(join(root, 'public', logo)))
    .map(({ id, logo }) => `${id}.logo: file not found: public${logo}`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function read(file: string): unknown {
  try {
    return readJson(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file}, ${(cause as Error).message}`, { cause })
  }
}
