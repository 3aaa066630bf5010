export class NoResponseError extends Error {}

/** Rejects with NoResponseError after `ms` milliseconds, and ignores a later result. */
export function waitAtMost<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoResponseError(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
