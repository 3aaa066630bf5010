import { ModelsError } from '../listed-models/sources.ts'
import { runModels } from './run.ts'

try {
  console.log(await runModels(process.argv.slice(2), process.cwd()))
} catch (error) {
  if (!(error instanceof ModelsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
