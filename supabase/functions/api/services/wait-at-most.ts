export class NoAnswerError extends Error {}

/** Rejects with NoAnswerError after `ms` and ignores a later result. */
export function waitAtMost<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswerError(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
