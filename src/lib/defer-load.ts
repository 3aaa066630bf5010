import { NetworkError } from './http/api-error'

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

/** Returns an object whose code loads with the first call of a method. That call throws NetworkError if the code doesn't arrive. */
export function deferLoad<T extends { [K in keyof T]: Methods[string] }>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null
  const get = async (): Promise<Methods> => {
    try {
      loading ??= load()
      return (await loading) as unknown as Methods
    } catch (cause) {
      loading = null
      throw new NetworkError('network', { cause })
    }
  }
  return new Proxy({} as T, {
    get: (_, name: string) =>
      // With a method of this name `await` would take it for a promise.
      name === 'then' ? undefined : async (...args: never[]) => (await get())[name]?.(...args),
  })
}
