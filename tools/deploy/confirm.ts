import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { DeployError } from '../project/supabase.ts'

interface Terminal {
  input: Readable
  output: Writable
}

/**
 * Asks for confirmation before the first step, because another deploy can't undo all steps. Throws DeployError unless
 * the answer is yes. Ctrl-C and Ctrl-D also mean no.
 */
export async function confirm(
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const lines = createInterface(terminal)
  const answer = await lines.question(`${question} [y/N] `).catch(() => '\n')
  lines.close()
  if (/^y(es)?$/i.test(answer.trim())) return
  // Ctrl-C and Ctrl-D leave the cursor after the question.
  if (answer === '\n') terminal.output.write('\n')
  throw new DeployError('Nothing was deployed.')
}
