import { type Answer, type Check, type Context, object, type Problem } from './check.ts'
import { setAndDeploy } from './settings.ts'

/** Documented: GET /credit/balance answers {availableCredits, totalCredits}. */
async function checkPollo({ settings, ask }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://pollo.ai/api/platform'
  const answer = await ask(`${base}/credit/balance`, { headers: { 'x-api-key': settings.VIDEO_API_KEY } })
  // For a wrong key 401 is documented; 403 and 404 have been seen.
  if ([401, 403, 404].includes(answer.status)) return [refused(answer, 'https://api.pollo.ai/api-keys')]
  const body = object(answer, 'Look whether the provider is up, then run npm run doctor again')
  const { availableCredits } = (body.data ?? body) as { availableCredits?: number }
  if (typeof availableCredits !== 'number') return [unknown(answer)]
  if (availableCredits > 0) return []
  return [
    {
      what: 'The account at Pollo has no credits: every job is refused.',
      where: answer.url,
      fix: 'Buy some: https://pollo.ai/api-platform',
    },
  ]
}

/** Undocumented: the status of a request that does not exist. For a wrong key 401 has been seen. */
async function checkFal({ settings, ask }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://queue.fal.run'
  const url = `${base}/fal-ai/veo3/requests/00000000-0000-0000-0000-000000000000/status`
  const answer = await ask(url, { headers: { authorization: `Key ${settings.VIDEO_API_KEY}` } })
  if ([401, 403].includes(answer.status)) return [refused(answer, 'https://fal.ai/dashboard/keys')]
  return answer.status >= 500 ? [unknown(answer)] : []
}

const refused = (answer: Answer, page: string): Problem => ({
  what: `The provider refuses VIDEO_API_KEY (${answer.status}): every job would fail.`,
  where: answer.url.replace(/\?.*/, ''),
  fix: setAndDeploy(`VIDEO_API_KEY to a key of ${page}`),
})
const unknown = (answer: Answer): Problem => ({
  what: `The provider answers ${answer.status}, which does not tell whether the key is right.`,
  where: answer.url,
  fix: 'Look whether the provider is up, then run npm run doctor again',
})

const PROVIDERS: Record<string, (context: Context) => Promise<Problem[]>> = {
  pollo: checkPollo,
  fal: checkFal,
  none: async () => [],
}

export const PROVIDER_CHECKS: Check[] = [
  {
    name: 'provider key',
    needs: ['VIDEO_API_KEY'],
    async run(context) {
      const name = context.settings.VIDEO_PROVIDER || 'pollo'
      const check = PROVIDERS[name]
      if (check) return check(context)
      const fix = setAndDeploy(`VIDEO_PROVIDER to one of ${Object.keys(PROVIDERS).join(', ')}`)
      return [{ what: 'VIDEO_PROVIDER names no provider there is.', where: 'the settings', fix }]
    },
  },
]
