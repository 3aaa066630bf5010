/**
 * Sends the API's requests to its own address straight to this process, because a server behind a proxy may not reach itself by its
 * name. The page of share links needs the key, because only requests with it may use this machine's own names. No other request gets the
 * key: users choose the addresses of webhooks, and could call the backend with it.
 */
export function reachOwnServer(origin: string, port: number, secretKey: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin !== origin) return fetch(request)
    const own = new Request(`http://127.0.0.1:${port}${url.pathname}${url.search}`, request)
    if (request.method === 'GET' && url.pathname === '/s') own.headers.set('apikey', secretKey)
    return fetch(own)
  }
}
