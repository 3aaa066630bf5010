// Checks the proxy from outside. A server often can't reach its own public name, which is no fault.
import { z } from 'zod'
import { SENDER_PATH } from '../../../local/one-server/answer-sender.ts'
import { type Check, getReason, NoResponseError, NotCheckedError, type Problem } from '../checks/check.ts'
import { RESTART } from '../checks/settings.ts'
import { askPublicly, type PublicResponse } from './reach.ts'
import type { Target } from './target.ts'

const MIN_CERTIFICATE_DAYS = 14
const DAY_MS = 24 * 60 * 60_000
/** nginx refuses bodies above 1 MB by default, but images have up to 10 MB. */
const LARGE_BODY = Buffer.alloc(2 * 1024 * 1024)
const TIMEOUT_MS = 10_000
const SET_UP = 'in the configuration of the proxy (docs/one-server.md)'

/** The errors of a machine that can't reach its own public name. All others are faults of the certificate. */
const UNREACHABLE =
  /^(E(CONN(REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|UND_ERR_SOCKET)$/

export const createProxyChecks = ({ server: { origin, port }, oneServer, keys }: Target): Check[] => [
  {
    name: 'certificate',
    after: ['settings'],
    async run({ now }) {
      const { validTo } = await reach(origin, () => askPublicly(`${origin}/health`, TIMEOUT_MS))
      const days = Math.floor((validTo.getTime() - now().getTime()) / DAY_MS)
      const note = `valid until ${validTo.toISOString().slice(0, 10)}, ${days} days`
      if (days >= MIN_CERTIFICATE_DAYS) return { note }
      return [{ what: `The certificate is ${note}.`, where: origin, fix: 'Renew it, for example: certbot renew' }]
    },
  },
  {
    name: 'proxy',
    after: ['server', 'certificate'],
    async run({ ask }) {
      const url = `${origin}/health`
      const answer = await reach(origin, () => askPublicly(url, TIMEOUT_MS))
      const own = await ask(url)
      const server = `http://${oneServer.listenAddress}:${port}`
      const problem = describeRefusal(answer, url, server)
      if (problem) return [problem]
      if (readVersion(answer.json) !== readVersion(own.json)) {
        const what = 'Another server or program responds at PUBLIC_URL.'
        return [{ what, where: url, fix: "Compare the DNS entry of the name with this machine's address" }]
      }
      const post = (body: Buffer) => {
        const sent = { method: 'POST', headers: { apikey: keys.sweepSecret }, body }
        return reach(origin, () => askPublicly(origin + SENDER_PATH, TIMEOUT_MS, sent))
      }
      // The first body is small, because a server that refuses a request cuts a large one off, and the proxy then answers 502.
      const passed = await post(Buffer.alloc(1))
      // The check of the health passes even if the proxy sends the server's own address as Host. This request doesn't.
      const refused = describeRefusal(passed, origin, server)
      if (refused) return [refused]
      const seen = sender.safeParse(passed.json).data
      if (!seen) {
        const what = `The proxy answers a POST request itself (HTTP ${passed.status}), so nobody can generate a video.`
        return [{ what, where: origin + SENDER_PATH, fix: `Let all methods and paths pass ${SET_UP}` }]
      }
      if ((await post(LARGE_BODY)).status === 413) {
        const what = "The proxy refuses a body of 2 MB, so larger images can't be uploaded."
        return [{ what, where: origin, fix: `Set client_max_body_size 10m; ${SET_UP}` }]
      }
      return describeSender(seen, origin)
    },
  },
]

const sender = z.object({
  address: z.string(),
  isTrusted: z.boolean(),
  forwardedFor: z.string().nullable(),
  forwardedProto: z.string().nullable(),
})

/** Turns a failure to connect into "not checked", and any other failure into a fault of the certificate. */
async function reach(origin: string, ask: () => Promise<PublicResponse>): Promise<PublicResponse> {
  try {
    return await ask()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = getReason(error).replace(/ \(.*/, '')
    if (UNREACHABLE.test(code) || error instanceof AggregateError)
      throw new NotCheckedError(
        `this machine can't reach ${origin} (${reason}), which is no fault if others can. Open it in a browser`,
      )
    throw new NoResponseError({
      what: `Browsers refuse the certificate: ${error instanceof Error ? error.message.replace(/;.*/, '') : reason}.`,
      where: origin,
      fix: 'Give the proxy a valid certificate for this name, for example: certbot --nginx',
    })
  }
}

function describeRefusal({ status, text }: PublicResponse, where: string, address: string): Problem | null {
  if (status === 403 && text.includes('This server only responds at')) {
    const what = "The proxy doesn't pass on the Host header, so the server refuses every request."
    return { what, where, fix: `Set proxy_set_header Host $http_host; ${SET_UP}` }
  }
  if ([502, 503, 504].includes(status) && !text.startsWith('{'))
    return {
      what: `The proxy can't reach the server (HTTP ${status}).`,
      where,
      fix: `Set proxy_pass ${address}; ${SET_UP}, and restart the proxy`,
    }
  return null
}

function describeSender({ address, isTrusted, forwardedFor, forwardedProto }: z.output<typeof sender>, where: string) {
  const problems: Problem[] = []
  if (!isTrusted)
    problems.push({
      what: `The server doesn't trust the proxy at ${address}, so all users seem to have one address and share its limits.`,
      where: '.env',
      fix: `Add ${address} to TRUST_PROXY in .env, then ${RESTART}`,
    })
  const lines = {
    'X-Forwarded-For': [forwardedFor, '$proxy_add_x_forwarded_for'],
    'X-Forwarded-Proto': [forwardedProto === 'https' ? forwardedProto : null, '$scheme'],
  } as const
  for (const [name, [value, variable]] of Object.entries(lines))
    if (value === null)
      problems.push({
        what: `The proxy doesn't pass on ${name}.`,
        where,
        fix: `Set proxy_set_header ${name} ${variable}; ${SET_UP}`,
      })
  return problems
}

const readVersion = (json: unknown) => z.object({ version: z.string() }).safeParse(json).data?.version
