// Loaded before the server (`node --import`): sends the auth server's two calls to Google to the stand-in at GOOGLE_STAND_IN, because Supabase
// Lite has Google's addresses built in.
const addresses = new Map([
  ['https://oauth2.googleapis.com/token', '/token'],
  ['https://www.googleapis.com/oauth2/v3/certs', '/certs'],
])
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const path = addresses.get(input instanceof Request ? input.url : String(input))
  return fetch(path ? process.env.GOOGLE_STAND_IN + path : input, init)
}
