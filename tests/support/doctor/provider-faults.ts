// Lists faults in the settings of the video provider.
import type { DeploymentFault } from './deployment.ts'
import { answers, type ExpectedFault, settings, sql } from './planted-fault.ts'

/** The check that fails if the doctor's settings name another provider than the function's. */
const DIFFERS = 'function settings'

const onOpenRouter = (url: URL) => url.origin === 'https://openrouter.ai'
/** Creates the fault of a provider that refuses the key. */
const refusesKey = (name: string, address: string, VIDEO_API_URL = ''): ExpectedFault => [
  'provider key',
  /rejects VIDEO_API_KEY \(HTTP 401\)/,
  {
    ...settings({ VIDEO_PROVIDER: name, VIDEO_API_URL }),
    ...answers((url) => url.href.startsWith(address), 401, { detail: 'no' }),
  },
  DIFFERS,
]

/** Creates the fault of a provider that refused the last create request. */
function refusesUs(refuses: string, says: RegExp): ExpectedFault {
  return [
    'provider refusals',
    says,
    sql(
      `insert into private.refusing_providers values ('pollo', now(), '${refuses}', '422 Unknown field: fps')`,
      'delete from private.refusing_providers',
    ),
  ]
}

/** Uses OpenRouter as the provider, with this model list. */
const listsModels = (data: unknown): DeploymentFault => ({
  ...settings({ VIDEO_PROVIDER: 'openrouter' }),
  answer: (url) => {
    if (!onOpenRouter(url)) return undefined
    return Response.json({ data: url.pathname.endsWith('/videos/models') ? data : { limit_remaining: null } })
  },
})
/** Uses fal as the provider, which has one model, with these required fields. */
const describesFal = (required: string[]): DeploymentFault => ({
  ...settings({ VIDEO_PROVIDER: 'fal' }),
  answer: ({ origin, searchParams }) => {
    if (origin === 'https://queue.fal.run') return Response.json({ detail: 'not found' }, { status: 404 })
    if (origin !== 'https://api.fal.ai') return undefined
    const path = searchParams.get('endpoint_id')
    const isKnown = path === 'fal-ai/veo3' && required.length > 0
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/In' } } }
    const openapi = {
      paths: { [`/${path}`]: { post: { requestBody: { content } } } },
      components: { schemas: { In: { properties: {}, required } } },
    }
    return Response.json({ models: isKnown ? [{ endpoint_id: path, openapi }] : [] })
  },
})
const VEO = {
  id: 'google/veo-3.1',
  supported_durations: [4, 6, 8],
  supported_aspect_ratios: null,
  generate_audio: true,
}

export const PROVIDER_FAULTS: ExpectedFault[] = [
  ['provider models', /no longer has google\/veo-3\.1, so every job of Veo 3\.1/, listsModels([]), DIFFERS],
  [
    'provider models',
    /google\/veo-3\.1 doesn't support 4 s, 9:16, 720p, sound, so jobs of Veo 3\.1/,
    listsModels([
      {
        ...VEO,
        supported_durations: [6, 8],
        supported_aspect_ratios: ['16:9'],
        supported_resolutions: ['1080p'],
        generate_audio: false,
      },
    ]),
    DIFFERS,
  ],
  ['provider models', /^The model list of OpenRouter can't be read/, listsModels('none'), DIFFERS],
  [
    'provider models',
    /fal no longer has fal-ai\/veo3, .+, so every job of Veo 3 is refused/,
    describesFal([]),
    DIFFERS,
  ],
  [
    'provider models',
    /fal-ai\/veo3 can't be called: it requires voice\. So every job of Veo 3 is refused/,
    describesFal(['voice']),
    DIFFERS,
  ],
  [
    'provider key',
    /rejects VIDEO_API_KEY \(HTTP 401\)/,
    settings({ VIDEO_API_KEY: 'pollo_other_key' }),
    'function settings',
  ],
  refusesKey('fal', 'https://queue.fal.run'),
  refusesKey('openrouter', 'https://openrouter.ai/api/v1'),
  refusesKey('kling', 'https://api-singapore.klingai.com'),
  refusesKey('runway', 'https://api.dev.runwayml.com'),
  [
    'provider key',
    /Runway account has no credits/,
    {
      ...settings({ VIDEO_PROVIDER: 'runway' }),
      ...answers((url) => url.origin === 'https://api.dev.runwayml.com', 200, { creditBalance: 0 }),
    },
    DIFFERS,
  ],
  refusesKey('comfyui', 'https://gpu.studio.test', 'https://gpu.studio.test'),
  [
    'provider key',
    /rejects VIDEO_API_KEY \(HTTP 403\)/,
    {
      ...settings({ VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: 'https://gpu.studio.test', VIDEO_API_KEY: '' }),
      ...answers((url) => url.href === 'https://gpu.studio.test/system_stats', 403, { detail: 'no' }),
    },
    DIFFERS,
  ],
  refusesKey('openai-server', 'https://gpu.studio.test/v1/models', 'https://gpu.studio.test/v1'),
  ['provider key', /the internet address of your video server/, settings({ VIDEO_PROVIDER: 'openai-server' }), DIFFERS],
  ['provider key', /the internet address of your ComfyUI/, settings({ VIDEO_PROVIDER: 'comfyui' }), DIFFERS],
  [
    'provider key',
    /can't reach 127\.0\.0\.1 on your machine or network/,
    settings({ VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: 'http://127.0.0.1:8188' }),
    DIFFERS,
  ],
  [
    'provider key',
    /OpenRouter key has reached its limit/,
    { ...settings({ VIDEO_PROVIDER: 'openrouter' }), ...answers(onOpenRouter, 200, { data: { limit_remaining: 0 } }) },
    DIFFERS,
  ],
  [
    'provider key',
    /has no credits/,
    answers((url) => url.origin === 'https://pollo.ai', 200, { availableCredits: 0, totalCredits: 9 }),
  ],
  [
    'provider key',
    /rejects FAL_API_KEY \(HTTP 401\)/,
    {
      ...settings({ FAL_API_KEY: 'a key of fal' }),
      ...answers((url) => url.origin === 'https://queue.fal.run', 401, { detail: 'no' }),
    },
    DIFFERS,
  ],
  ['provider key', /provider's setting is invalid/, settings({ FAL_API_KEY: 'f', FAL_API_URL: 'ftp://fal' }), DIFFERS],
  ['provider key', /not a known provider/, settings({ VIDEO_PROVIDER: 'polo' }), DIFFERS],
  refusesUs(
    'account',
    /^pollo refused our key or account at \S+Z, and has accepted no job since\. It said: 422 Unknown/,
  ),
  refusesUs(
    'request',
    /^pollo refused our request's address, model, or form at \S+Z.+ It said: 422 Unknown field: fps$/,
  ),
]
