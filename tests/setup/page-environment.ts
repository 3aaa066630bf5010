import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

/** Browser features that jsdom lacks, at least in part. */
const FROM_NODE = /Stream|QueuingStrategy$|^Performance[A-Z]|^URLPattern$|^crypto$|^CryptoKey$|^SubtleCrypto$/

/** A page in a VM context of its own; what jsdom lacks and Vitest does not add comes from Node. */
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
