// One database for all files of a worker that import this module, because opening one takes longer than most files.
// Nothing empties it between files. A test that counts other users' rows opens its own (open-suite.ts).
import { openSuite } from './open-suite.ts'

export const { supabase, setUp, sql } = await openSuite()
