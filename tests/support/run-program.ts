import { spawn } from 'node:child_process'

export interface ProgramResult {
  status: number | null
  /** On its standard output. */
  printed: string
  /** On its error output. */
  said: string
  /** Both, as they came. */
  output: string
}

interface Options {
  cwd?: string
  /** All that it finds in its environment; that of the test unless given. */
  env?: NodeJS.ProcessEnv
  /** The program's standard input. Nobody answers questions after it. */
  input?: string
  /** The answer to a yes-or-no question. */
  answer?: string | undefined
}

/** Runs a program until it ends by itself. */
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
    // Not 'exit', which may come before the last of what it printed.
    child.once('close', (status) => done({ status, ...ended }))
  })
}
