// Provides `virtual:models`: the models that the page shows until the API returns those of its provider.
import type { Plugin } from 'vite'
import { readCatalogue } from '../supabase/functions/api/catalogue/catalogue.ts'
import models from '../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { describeCapabilities } from '../supabase/functions/api/services/capabilities.ts'

const NAME = 'virtual:models'
/** The default of VIDEO_PROVIDER. */
const PROVIDER = 'pollo'

export function provideBuiltInModels(): Plugin {
  const catalogue = readCatalogue(models)
  const made = catalogue.at(PROVIDER)
  const list = (model: string) => (made[model] ? [{ provider: { name: PROVIDER, label: '' }, made: made[model] }] : [])
  // Only the server knows which provider generates.
  // Only the server knows the time. A model that ends is on in the built files until the server has answered.
  const described = describeCapabilities(catalogue, list, 4, new Date(0)).models.map((model) => ({
    ...model,
    providers: [],
  }))
  return {
    name: 'soundreel:models',
    resolveId: { filter: { id: /^virtual:models$/ }, handler: () => `\0${NAME}` },
    load: { filter: { id: /virtual:models$/ }, handler: () => `export default ${JSON.stringify(described)}` },
  }
}
