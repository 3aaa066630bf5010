// A missing or mistyped setting produces one sentence that says how to fix it. A correct setting configures the API.
import { describe, expect, it } from 'vitest'
import type { Capabilities } from '../../../supabase/functions/_shared/contract/capabilities.ts'
import { createApi } from '../../../supabase/functions/api/app.ts'
import { describeSettings, parseEnv } from '../../../supabase/functions/api/env.ts'
import { createKeyPair } from '../../../supabase/functions/api/vapid.ts'
import { VAPID } from '../../support/messages/push-service.ts'

const RIGHT = { SUPABASE_URL: 'https://ref.supabase.co', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' }

describe('invalid setting', () => {
  it.each<[Record<string, string>, string]>([
    [{ SUPABASE_URL: '' }, 'SUPABASE_URL: set it to the address of the project, like https://<ref>.supabase.co'],
    [
      { SUPABASE_SECRET_KEY: '' },
      'SUPABASE_SECRET_KEY: set it to a secret key of the project (Project Settings, API Keys)',
    ],
    [{ VIDEO_API_KEY: '' }, 'VIDEO_API_KEY: set it to your API key from Pollo, or set VIDEO_PROVIDER=none'],
    [
      { VIDEO_PROVIDER: 'sora' },
      'VIDEO_PROVIDER: set it to pollo, fal, openrouter, kling, runway, comfyui, openai-server, or none',
    ],
    [
      { VIDEO_API_URL: 'fal.run' },
      "VIDEO_API_URL: remove it to use the provider's own address, or set it to an address like https://",
    ],
    [{ PUBLIC_API_URL: 'http://api.example' }, 'PUBLIC_API_URL: remove it, or set it to an https address'],
    [
      { ALERT_WEBHOOK_URL: 'http://hooks.example/a' },
      'ALERT_WEBHOOK_URL: remove it, or set it to the https address of a',
    ],
    [{ ...VAPID, VAPID_SUBJECT: 'me' }, 'VAPID_SUBJECT: set it to mailto: and your email, or to your https address'],
    ...[{ VAPID_PRIVATE_KEY: '' }, { VAPID_SUBJECT: '' }, { VAPID_PRIVATE_KEY: createKeyPair().privateKey }].map(
      (wrong): [Record<string, string>, string] => [
        { ...VAPID, ...wrong },
        'VAPID_PUBLIC_KEY: set it with VAPID_PRIVATE_KEY and VAPID_SUBJECT, as npm run push:keys writes them',
      ],
    ),
    [{ ENABLE_TEST_CREDITS: 'yes' }, 'ENABLE_TEST_CREDITS: set it to true or false'],
    [{ LONG_POLL_SECONDS: '30' }, 'LONG_POLL_SECONDS: set it to a whole number of seconds from 0 to 25'],
    [
      { VIDEO_STATUS_INTERVAL_SECONDS: '61' },
      'VIDEO_STATUS_INTERVAL_SECONDS: set it to a number of seconds from 0 to 60',
    ],
    [{ VIDEO_STATUS_CHECKS_PER_SECOND: '0' }, 'VIDEO_STATUS_CHECKS_PER_SECOND: set it to a whole number, 1 or more'],
    ...['many', '0', '2.5'].map((MAX_OPEN_JOBS): [Record<string, string>, string] => [
      { MAX_OPEN_JOBS },
      'MAX_OPEN_JOBS: set it to a whole number, 1 or more',
    ]),
    ...['never', '30', '45.5'].map((KEEP_VIDEOS_DAYS): [Record<string, string>, string] => [
      { KEEP_VIDEOS_DAYS },
      'KEEP_VIDEOS_DAYS: remove it, or set it to a whole number of days, 31 or more',
    ]),
    ...['much', '0', '-1'].map((STORAGE_LIMIT_GB): [Record<string, string>, string] => [
      { STORAGE_LIMIT_GB },
      'STORAGE_LIMIT_GB: remove it, or set it to a number of gigabytes above 0, like 100',
    ]),
    ...['your.site', '*', 'null', 'data:text/html'].map((site): [Record<string, string>, string] => [
      { ALLOWED_ORIGINS: site },
      `ALLOWED_ORIGINS: ${site} is not an address like https://your.site`,
    ]),
  ])('explains how to fix the settings %j in one sentence', (change, sentence) => {
    const faults = () => parseEnv({ ...RIGHT, ...change })
    expect(faults).toThrow(sentence)
    expect(faults).toThrow(/^[^\n]+\n[^\n]+$/)
  })

  it('lists all invalid settings at once', () => {
    expect(() => parseEnv({ MAX_OPEN_JOBS: 'many' })).toThrow(
      /SUPABASE_URL: .*\nSUPABASE_SECRET_KEY: .*\nMAX_OPEN_JOBS: /,
    )
  })

  it('treats an empty setting as not set', () => {
    const names = [
      'VIDEO_PROVIDER',
      'VIDEO_API_URL',
      'VIDEO_API_SECRET',
      'VIDEO_FILE_ORIGINS',
      'VIDEO_QUEUE_STOP',
      'VIDEO_ESTIMATE_SECONDS',
      'ALERT_WEBHOOK_URL',
      'AVATAR_URL',
      'ENABLE_TEST_CREDITS',
      'LONG_POLL_SECONDS',
      'VIDEO_STATUS_INTERVAL_SECONDS',
      'VIDEO_STATUS_CHECKS_PER_SECOND',
      'KEEP_VIDEOS_DAYS',
      'STORAGE_LIMIT_GB',
      ...Object.keys(VAPID),
      'MAX_OPEN_JOBS',
    ]
    expect(parseEnv({ ...RIGHT, ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual(parseEnv(RIGHT))
  })

  it('logs at start that pages or the sweep are locked out', () => {
    const causes: (string | undefined)[] = []
    createApi(RIGHT, { log: ({ cause }) => causes.push(cause) })
    expect(causes).toEqual(expect.arrayContaining(['ALLOWED_ORIGINS is not set', 'SWEEP_SECRET is not set']))
  })
})

it.each(['https://app.example/', ' https://APP.example/login , https://other.example', 'https://app.example:443'])(
  'reads the origin from ALLOWED_ORIGINS=%s',
  (ALLOWED_ORIGINS) => {
    expect(parseEnv({ ...RIGHT, ALLOWED_ORIGINS }).ALLOWED_ORIGINS[0]).toBe('https://app.example')
  },
)

it.each([
  ['pollo', 'https://pollo.ai/api/platform', ['https://videocdn.pollo.ai']],
  ['fal', 'https://queue.fal.run', ['https://fal.media', 'https://*.fal.media']],
  ['openrouter', 'https://openrouter.ai/api/v1', ['https://openrouter.ai']],
  [
    'kling',
    'https://api-singapore.klingai.com',
    ['https://*.klingai.com', 'https://*.kwimgs.com', 'https://*.inkwai.com'],
  ],
  [
    'runway',
    'https://api.dev.runwayml.com',
    ['https://dnznrvs05pmza.cloudfront.net', 'https://d2jqrm6oza8nb6.cloudfront.net'],
  ],
])('uses the default URL and file hosts of %s', (name, url, origins) => {
  const provider = { ...RIGHT, VIDEO_PROVIDER: name }
  expect(parseEnv(provider).providers).toMatchObject([{ name, url, fileOrigins: origins }])
  const other = { VIDEO_API_URL: 'https://proxy.example/v', VIDEO_FILE_ORIGINS: 'https://a.example, https://b.example' }
  expect(parseEnv({ ...provider, ...other }).providers).toMatchObject([
    {
      url: 'https://proxy.example/v',
      // OpenRouter serves files from its API, so its API URL is always a file origin.
      fileOrigins: [
        ...(name === 'openrouter' ? ['https://proxy.example'] : []),
        'https://a.example',
        'https://b.example',
      ],
    },
  ])
})

describe('several providers', () => {
  const OWN = { SUPABASE_URL: 'https://ref.supabase.co', SUPABASE_SECRET_KEY: 'k' }
  const getNames = (settings: Record<string, string>) =>
    parseEnv({ ...OWN, ...settings }).providers.map(({ name, key }) => `${name} ${key}`)

  it('reads providers with their own keys, beside the provider of VIDEO_PROVIDER', () => {
    const [fal, runway] = [{ FAL_API_KEY: 'f' }, { RUNWAY_API_KEY: 'r' }]
    expect(getNames({ VIDEO_API_KEY: 'v' })).toEqual(['pollo v'])
    expect(getNames({ ...fal, ...runway })).toEqual(['fal f', 'runway r'])
    expect(getNames({ VIDEO_API_KEY: 'v', ...fal })).toEqual(['pollo v', 'fal f'])
    expect(getNames({ VIDEO_PROVIDER: 'runway', VIDEO_API_KEY: 'v', ...fal })).toEqual(['runway v', 'fal f'])
    expect(getNames({ VIDEO_PROVIDER: 'runway', ...fal, ...runway })).toEqual(['runway r', 'fal f'])
    expect(getNames({ COMFYUI_API_URL: 'http://gpu.test:8188', ...fal })).toEqual(['fal f', 'comfyui '])
    expect(getNames({ VIDEO_PROVIDER: 'none' })).toEqual([])
  })

  it("reads each provider's own URL, file hosts, and secrets", () => {
    const settings = {
      KLING_API_KEY: 'access',
      KLING_API_SECRET: 'secret',
      KLING_API_URL: 'https://kling.example/',
      KLING_FILE_ORIGINS: 'https://files.example',
      KLING_WEBHOOK_SECRET: 'whsec',
      VIDEO_API_KEY: 'v',
      VIDEO_WEBHOOK_SECRET: 'of Pollo',
    }
    expect(parseEnv({ ...OWN, ...settings }).providers).toMatchObject([
      { name: 'pollo', key: 'v', webhookSecret: 'of Pollo', label: 'Pollo' },
      {
        name: 'kling',
        label: 'kling.example',
        url: 'https://kling.example',
        key: 'access',
        secret: 'secret',
        webhookSecret: 'whsec',
        fileOrigins: ['https://files.example'],
      },
    ])
  })

  it.each<[Record<string, string>, string]>([
    [{ FAL_API_URL: 'https://fal.example' }, 'FAL_API_KEY: set it to your API key from fal'],
    [
      { VIDEO_PROVIDER: 'fal', VIDEO_API_KEY: 'v', FAL_API_KEY: 'f' },
      'FAL_API_KEY: remove it, or remove VIDEO_API_KEY: both are keys of one provider',
    ],
    [{ VIDEO_PROVIDER: 'none', FAL_API_KEY: 'f' }, 'VIDEO_PROVIDER: remove it, or remove FAL_API_KEY'],
    [{ VIDEO_PROVIDER: 'fal', RUNWAY_API_KEY: 'r' }, 'VIDEO_API_KEY: set it to your API key from fal'],
    [{ RUNWAY_API_KEY: 'r', RUNWAY_API_URL: 'ftp://x' }, "RUNWAY_API_URL: remove it to use the provider's own address"],
  ])('refuses settings that contradict each other or lack a key: %j', (settings, sentence) => {
    expect(() => parseEnv({ ...OWN, ...settings })).toThrow(sentence)
  })
})

it("changes a setting's fingerprint with its value, without revealing any of the value", () => {
  const secret = { ...RIGHT, SWEEP_SECRET: 'a-sweep-secret-of-more-than-thirty-two-characters' }
  const getMarks = (settings: Record<string, string>) => describeSettings(parseEnv({ ...secret, ...settings })).marks
  const [one, other] = ['key-one', 'key-two'].map((VIDEO_API_KEY) => getMarks({ VIDEO_API_KEY }))
  expect(one).toEqual({ ...other, VIDEO_API_KEY: expect.stringMatching(/^[\w-]{16}$/) })
  expect(one?.VIDEO_API_KEY).not.toBe(other?.VIDEO_API_KEY)
  expect(Object.keys(one ?? {})).not.toEqual(expect.arrayContaining(['SWEEP_SECRET']))
  expect(JSON.stringify(one)).not.toContain('key-one')
})

it('tells whether the function uses an old key of the project, which Supabase ends', () => {
  const usesOldKey = (SUPABASE_SECRET_KEY: string) =>
    describeSettings(parseEnv({ ...RIGHT, SUPABASE_SECRET_KEY })).usesOldKey
  expect([usesOldKey('eyJhbGciOiJIUzI1NiJ9.e30.x'), usesOldKey('sb_secret_x')]).toEqual([true, false])
})

describe('GET /api/capabilities', () => {
  async function ask(settings: Record<string, string> = {}): Promise<Capabilities> {
    const answer = await createApi({ ...RIGHT, ...settings }, { log: () => {} }).request('/api/capabilities')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'max-age=60'])
    return (await answer.json()).data
  }

  // catalogue.test.ts compares Pollo's models with the models built into the page.
  it('shows the seconds that Pollo and fal deliver for each duration, and no model without a provider', async () => {
    const [pollo, fal] = [await ask({ MAX_OPEN_JOBS: '2' }), await ask({ VIDEO_PROVIDER: 'fal' })]
    expect(pollo.maxOpenJobs).toBe(2)
    const shown = ({ models }: Capabilities) =>
      models.map(({ id, durations }) => [id, ...durations.map((one) => one.deliveredSeconds)])
    expect(shown(pollo)).toEqual([
      ['kling-1.6', 5, 10],
      ['veo-2', 5, 8],
      ['veo-3', 6, 8],
    ])
    expect(shown(fal).slice(0, 3)).toEqual(shown(pollo))
    expect(fal.models.slice(0, 3).map(({ takesSeed }) => takesSeed)).toEqual([false, true, true])
    expect((await ask({ VIDEO_PROVIDER: 'none' })).models).toEqual([])
  })

  it.each([
    ['Pollo', {}, 'no'],
    ['a Pollo-compatible service that cancels queued jobs', { VIDEO_QUEUE_STOP: 'true' }, 'queue'],
    ['fal', { VIDEO_PROVIDER: 'fal' }, 'queue'],
  ])('shows where a job can be canceled: %s', async (_, settings, cancel) => {
    const { models } = await ask(settings)
    expect([...new Set(models.map((model) => model.cancel))]).toEqual([cancel])
  })

  it('describes the inputs of each model beside a prompt and a first image', async () => {
    const { models } = await ask({ VIDEO_PROVIDER: 'fal' })
    const getInputs = (id: string) => models.find((model) => model.id === id)?.inputs
    expect(getInputs('veo-3')).toBeNull()
    expect(getInputs('wan-2.7')).toEqual({
      frames: { adds: 0, needsPrompt: false },
      references: { adds: 0, needsPrompt: true, max: 5, roles: ['character', 'object'] },
      edit: { adds: 50, needsPrompt: true },
      resolutions: [],
    })
    expect(getInputs('ltx-2.3-fast')).toEqual({
      frames: { adds: 0, needsPrompt: true },
      resolutions: [
        { name: '1080p', adds: 0 },
        { name: '1440p', adds: 40 },
        { name: '2160p', adds: 120 },
      ],
    })
  })

  it('shows the specified time estimates, or the configured ones', async () => {
    const times = async (settings = {}) => (await ask(settings)).models[0]?.durations.map((one) => one.estimateSeconds)
    expect(await times()).toEqual([
      { from: 180, to: 300 },
      { from: 300, to: 480 },
    ])
    expect(await times({ VIDEO_ESTIMATE_SECONDS: '30' })).toEqual([
      { from: 30, to: 30 },
      { from: 30, to: 30 },
    ])
  })
})
