// One database for all files of a worker that import this: to open one costs more than most files do. Nothing empties it between
// files: what counts more than its own user's rows opens another (open-suite.ts).
import { openSuite } from './open-suite.ts'

export const { supabase, setUp, sql } = await openSuite()
