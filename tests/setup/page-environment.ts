import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

/** Browser features that jsdom lacks in whole or in part. */
const FROM_NODE = /Stream|QueuingStrategy$|^Performance[A-Z]|^URLPattern$|^crypto$|^CryptoKey$|^SubtleCrypto$/

/** Creates a page in its own VM context. Node provides the features that jsdom lacks and Vitest doesn't add. */
const environment: Environment = {
  ...jsdom,
  name: 'page',
  async setupVM(options) {
    if (!jsdom.setupVM) throw new Error('Vitest has no jsdom for VM contexts')
    const page = await jsdom.setupVM(options)
    const scope = page.getVmContext()
    for (const name of Object.getOwnPropertyNames(globalThis).filter((name) => FROM_NODE.test(name))) {
      Object.defineProperty(scope, name, { value: Reflect.get(globalThis, name), configurable: true, writable: true })
    }
    return page
  },
}

export default environment
