// Sends requests to a process of the benchmark, and reads its responses.
import type { ChildProcess } from 'node:child_process'

export interface Channel<From extends { type: string }> {
  /** Resolves with the next message of this type. Rejects if the process ends first. */
  read<Type extends From['type']>(...types: Type[]): Promise<Extract<From, { type: Type }>>
}

export function openChannel<From extends { type: string }>(child: ChildProcess): Channel<From> {
  const waiting = new Set<{ types: readonly string[]; resolve(message: never): void; reject(error: Error): void }>()
  child.on('message', (message: From) => {
    for (const one of waiting) {
      if (!one.types.includes(message.type)) continue
      waiting.delete(one)
      one.resolve(message as never)
    }
  })
  // A message to a process that has already ended fails here. The code below rejects its request.
  child.on('error', () => {})
  child.on('exit', () => {
    for (const one of waiting) one.reject(new Error('The process ended before its answer'))
    waiting.clear()
  })
  return {
    read: (...types) =>
      new Promise((resolve, reject) => {
        waiting.add({ types, resolve, reject })
      }),
  }
}
