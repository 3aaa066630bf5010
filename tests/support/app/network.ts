import { setupServer } from 'msw/node'

/** Handles the network requests of tests. A request without a handler fails the test. */
export const network = setupServer()
