// Implements `npm run models`. It reads what providers publish of their models, without a key. `--check` says what is
// new, changed, or gone, and writes nothing. `--add` and `--update` write the catalogue.
import { createSender, NoResponseError } from '../doctor/checks/check.ts'
import { type Ask, ModelsError } from '../listed-models/sources.ts'
import { addModel } from './add.ts'
import { readOptions } from './options.ts'
import { describeModels } from './report.ts'
import { updateModel } from './update.ts'

const TIMEOUT_MS = 20_000

/** Runs the command in the repository at `root`. Returns the text to print. Throws ModelsError. */
export async function runModels(args: string[], root: string): Promise<string> {
  const options = readOptions(args)
  const send = createSender(fetch, TIMEOUT_MS)
  const ask: Ask = (url) =>
    send(url).catch((error: unknown) => {
      if (!(error instanceof NoResponseError)) throw error
      throw new ModelsError(`The list of models can't be read. ${error.problem.what} (${url}) Nothing was changed.`)
    })
  switch (options.command) {
    case 'check':
      return describeModels(options, ask, root)
    case 'add':
      return addModel(options, ask, root)
    case 'update':
      return updateModel(options, ask, root)
    default:
      return options satisfies never
  }
}
