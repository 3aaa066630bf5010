import type { Check } from '../checks/check.ts'
import { RESTART } from '../checks/settings.ts'
import { describeGoogleRefusal, startSignIn } from '../checks/sign-in.ts'
import type { Target } from './target.ts'

export const createSignInChecks = ({ server: { origin }, oneServer: { google } }: Target): Check[] => [
  {
    name: 'Google redirect',
    after: ['server'],
    async run(context) {
      const { searchParams } = await startSignIn(context, `${origin}/login`)
      const meant = { client_id: google.clientId, redirect_uri: `${origin}/auth/v1/callback` }
      return Object.entries(meant).flatMap(([name, value]) => {
        const sent = searchParams.get(name)
        if (sent === value) return []
        const what = `The sign-in at Google has the ${name} ${sent ?? '(none)'} instead of ${value}.`
        return [{ what, where: `${origin}/auth/v1/authorize`, fix: `Correct .env, then ${RESTART}` }]
      })
    },
  },
  {
    name: 'Google client',
    after: ['Google redirect'],
    async run(context) {
      const said = await describeGoogleRefusal(context)
      if (!said) return []
      return [
        {
          what: said,
          where: 'the OAuth client in Google Cloud, https://console.cloud.google.com/apis/credentials',
          fix: `Add ${origin}/auth/v1/callback to its authorized redirect URIs, and compare its ID with GOOGLE_CLIENT_ID in .env`,
        },
      ]
    },
  },
]
