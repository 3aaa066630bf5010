// `virtual:models`: what the page shows of the models until the API has said what its provider offers.
import type { Plugin } from 'vite'
import { readCatalogue } from '../supabase/functions/api/catalogue/catalogue.ts'
import models from '../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { describeCapabilities } from '../supabase/functions/api/services/capabilities.ts'

const NAME = 'virtual:models'
/** The specification's, and the default of VIDEO_PROVIDER. */
const PROVIDER = 'pollo'

export function builtInModels(): Plugin {
  const catalogue = readCatalogue(models)
  const options = { maxOpenJobs: 3, estimateSeconds: undefined }
  const described = describeCapabilities(catalogue, { models: catalogue.at(PROVIDER) }, options).models
  return {
    name: 'soundreel:models',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(described)}` : null),
  }
}
