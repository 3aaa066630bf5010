import { setupServer } from 'msw/node'

/** Stands between the tests and the network; a request no handler answers fails the test. */
export const network = setupServer()
