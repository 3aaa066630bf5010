import { spawn } from 'node:child_process'

export interface ProgramResult {
  status: number | null
  /** The text on standard output. */
  printed: string
  /** The text on standard error. */
  said: string
  /** Both texts, in the order in which they arrived. */
  output: string
}

interface Options {
  cwd?: string
  /** The program's whole environment. Defaults to the test's own. */
  env?: NodeJS.ProcessEnv
  /** The program's standard input. It ends after this text, so a later question gets no answer. */
  input?: string
  /** The answer to a yes-or-no question. */
  answer?: string | undefined
}

/** Runs a program until it exits. */
export function runProgram(program: string, args: readonly string[], options: Options = {}): Promise<ProgramResult> {
  const { cwd = '.', env = process.env, input = '', answer } = options
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, env })
    const ended = { printed: '', said: '', output: '' }
    for (const name of ['printed', 'said'] as const) {
      child[name === 'printed' ? 'stdout' : 'stderr'].on('data', (chunk) => {
        ended[name] += chunk
        ended.output += chunk
        if (answer && String(chunk).includes('[y/N]')) child.stdin.write(answer)
      })
    }
    if (answer === undefined) child.stdin.end(input)
    child.once('error', reject)
    // Waits for 'close', because 'exit' can come before the last output.
    child.once('close', (status) => done({ status, ...ended }))
  })
}
