// A stand-in for Google's token endpoint and its public keys.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface GoogleUser {
  email: string
  isVerified?: boolean
}

export async function startTestGoogle(client: { clientId: string; clientSecret: string; redirectUri: string }) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, GoogleUser>()
  let isRegistered = true
  const app = new Hono()
    // Google's own answers: its sign-in page, or a page that names the fault.
    .get('/auth', (c) => {
      const isClient =
        c.req.query('client_id') === client.clientId && c.req.query('redirect_uri') === client.redirectUri
      if (isClient && isRegistered) return c.text('Sign in')
      const authError = Buffer.from('redirect_uri_mismatch').toString('base64')
      return c.redirect(`https://accounts.google.com/signin/oauth/error?authError=${authError}`)
    })
    .get('/certs', (c) => c.json({ keys: [jwk] }))
    .post('/token', async (c) => {
      const form = await c.req.parseBody()
      const user = codes.get(String(form.code))
      codes.delete(String(form.code))
      const isClient = form.client_id === client.clientId && form.client_secret === client.clientSecret
      if (!user || !isClient || form.redirect_uri !== client.redirectUri) return c.json({ error: 'invalid_grant' }, 400)
      const { email, isVerified = true } = user
      const idToken = await new SignJWT({ sub: email, email, email_verified: isVerified, name: email })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setIssuer('https://accounts.google.com')
        .setAudience(client.clientId)
        .setIssuedAt()
        .setExpirationTime('1 hour')
        .sign(privateKey)
      return c.json({ access_token: 'token', expires_in: 3599, token_type: 'Bearer', id_token: idToken })
    })
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the code that Google would send to the browser. */
    issueCode(user: GoogleUser): string {
      const code = crypto.randomUUID()
      codes.set(code, user)
      return code
    },
    /** Decides whether the client has the redirect URI. */
    register(value: boolean) {
      isRegistered = value
    },
    close: () => server.close(),
  }
}
