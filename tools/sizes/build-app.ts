import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/** Builds the app for a test site without a backend. */
export async function buildApp(outDir: string): Promise<void> {
  const settings = {
    VITE_SITE_URL: 'https://studio.test/',
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_budget',
    VITE_SUPABASE_URL: '',
    VITE_API_URL: '',
  }
  Object.assign(process.env, settings)
  await build({ root: ROOT, configLoader: 'native', logLevel: 'error', build: { outDir, emptyOutDir: true } })
}
