// Handles the auth server's two calls to Google (token endpoint, public keys) inside this process. Supabase Lite
// hard-codes their URLs. The identity server replaces only `fetch`. MSW replaces sockets, and a server with an invalid
// certificate then ends the process.
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { GoogleAccount } from './accounts.ts'

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token'
const KEYS_ADDRESS = 'https://www.googleapis.com/oauth2/v3/certs'
const ISSUER = 'https://accounts.google.com'
const CODE_AUDIENCE = 'authorization-code'
/** The lifetime of a code. Google's codes also work once and expire after a few minutes. */
const CODE_LIFETIME = '5 minutes'

export interface GoogleClient {
  clientId: string
  clientSecret: string
  redirectUri: string
}

export interface IdentityServer {
  issueCode(account: GoogleAccount): Promise<string>
  close(): void
}

export async function startIdentityServer({
  clientId,
  clientSecret,
  redirectUri,
}: GoogleClient): Promise<IdentityServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'local', alg: 'RS256', use: 'sig' }
  const used = new Set<string>()
  const sign = (payload: JWTPayload, audience: string, lifetime: string) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .setJti(crypto.randomUUID())
      .sign(privateKey)

  async function redeem(form: URLSearchParams): Promise<JWTPayload | null> {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) return null
    if (form.get('redirect_uri') !== redirectUri || form.get('grant_type') !== 'authorization_code') return null
    const verified = await jwtVerify(form.get('code') ?? '', publicKey, {
      issuer: ISSUER,
      audience: CODE_AUDIENCE,
    }).catch(() => null)
    const id = verified?.payload.jti
    if (!verified || !id || used.has(id)) return null
    used.add(id)
    return verified.payload
  }

  async function redeemCode(form: URLSearchParams): Promise<Response> {
    const code = await redeem(form)
    if (!code) return Response.json({ error: 'invalid_grant', error_description: 'Bad Request' }, { status: 400 })
    const { sub = '', email, name, picture } = code
    const idToken = await sign({ sub, email, email_verified: true, name, picture }, clientId, '1 hour')
    return Response.json({
      access_token: crypto.randomUUID(),
      expires_in: 3599,
      token_type: 'Bearer',
      scope: 'openid email profile',
      id_token: idToken,
    })
  }

  const { fetch } = globalThis
  const answer: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (address === KEYS_ADDRESS) return Response.json({ keys: [jwk] })
    if (address !== TOKEN_ADDRESS) return fetch(input, init)
    return redeemCode(new URLSearchParams(await new Request(input, init).text()))
  }
  globalThis.fetch = answer
  return {
    issueCode: (account) => sign({ ...account }, CODE_AUDIENCE, CODE_LIFETIME),
    close() {
      if (globalThis.fetch === answer) globalThis.fetch = fetch
    },
  }
}
