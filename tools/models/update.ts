import { listEndpoints } from '../../supabase/functions/api/catalogue/provider-model.ts'
import { compareModel } from '../listed-models/compare.ts'
import { type Ask, ModelsError } from '../listed-models/sources.ts'
import { readDocuments } from './add.ts'
import { readModels, writeEntry } from './catalogue-files.ts'
import { adaptEntry, retireEntry } from './entry.ts'
import type { UpdateOptions } from './options.ts'
import { describeChange } from './report.ts'

/** Adapts a provider's part of an entry to the provider's documents. The price stays. Throws ModelsError. */
export async function updateModel(options: UpdateOptions, ask: Ask, root: string): Promise<string> {
  const { provider, source, id } = options
  const { raw, catalogue } = readModels(root)
  const model = catalogue.models.find((one) => one.id === id)
  const entry = raw.models.find((one) => one.id === id)
  const made = model?.providers[provider]
  if (!model || !entry) throw new ModelsError(`No model has the ID ${id}. Nothing was written.`)
  if (!made) throw new ModelsError(`${id} doesn't have ${provider}. Nothing was written.`)
  const paths = [...new Set(listEndpoints(made).map(({ path }) => path))]
  const comparison = compareModel(model, made, await readDocuments(options, ask, paths))
  switch (comparison.kind) {
    case 'same':
      return `${model.name} is as ${source.title} describes it. Nothing was written.`
    case 'gone': {
      const files = writeEntry(root, retireEntry(provider, entry), provider, [])
      const rest = Object.keys(entry.providers).length > 1 ? `no longer has ${provider}` : 'is off'
      return `${source.title} no longer lists ${comparison.paths.join(', ')}, so ${id} ${rest}.\nWritten: ${files.join(', ')}.`
    }
    case 'unusable':
      throw new ModelsError(`We can't call ${comparison.path}: ${comparison.obstacle}. Nothing was written.`)
    case 'changed': {
      const { endpoints } = comparison
      const files = writeEntry(root, adaptEntry(provider, entry, made, endpoints), provider, endpoints)
      return `${model.name} ${describeChange(comparison)}.\nWritten: ${files.join(', ')}.`
    }
    default:
      return comparison satisfies never
  }
}
