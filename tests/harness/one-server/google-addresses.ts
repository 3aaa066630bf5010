// Loaded before the server and the doctor (`node --import`): sends calls to Google to the stand-in at GOOGLE_STAND_IN, because Google's
// addresses are built in.
const addresses = new Map([
  ['https://oauth2.googleapis.com/token', '/token'],
  ['https://www.googleapis.com/oauth2/v3/certs', '/certs'],
])
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input))
  const path = url.host === 'accounts.google.com' ? `/auth${url.search}` : addresses.get(url.href)
  return fetch(path ? process.env.GOOGLE_STAND_IN + path : input, init)
}

export {}
