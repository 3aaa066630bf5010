// Lines of code that guard a promise, each with replacements that break it. Each replacement must fail the named test.
export interface Line {
  file: string
  /** The line, which must occur exactly once in the file. */
  text: string
  tests: string
  /** `put` replaces the text. `test` is a literal part of the title of the test that must fail. */
  mutants: readonly { put: string; test: string }[]
}

const PROVIDERS = 'supabase/functions/api/services/providers'
const DELIVERY = 'supabase/functions/api/services/delivery'
const API = 'tests/supabase/api'

/** Builds an entry. `mutants` maps each replacement to the test that must fail. */
function line(file: string, text: string, tests: string, mutants: Record<string, string>): Line {
  return { file, text, tests, mutants: Object.entries(mutants).map(([put, test]) => ({ put, test })) }
}

const keyForOwnOrigin = (base: string) => `(address.origin === new URL(${base}).origin ? authorization : {})`
const MAYBE_SENT = 'assumes that something was sent once a connection exists'
const RENEW = 'renews a refused token, and repeats the request once'
const NO_RENEWAL = 'renews no session after a'
const KEYS_ONCE = 'fetches the keys once for simultaneous messages'
const KEYS_AWAY = 'asks for the keys every 30 seconds at most'
const KEYS_KEPT = 'uses the last keys for 24 hours'
const QUEUE_DECIDES = 'returns the credits when the queue does not list the job'
const NO_NEWS_OF_MISSING = 'keeps polling an unconfirmed job after no re'
const WORKFLOW_REFUSED = 'names the node in the log if the workflow is refused'
const LEADS_OUT = 'refuses a key that leads out of the folder'
const BOXES = 'accepts a video with 2,000 boxes, and refuses one with 2,001'
const FRAMES_IN_ORDER = 'accepts video frames in another order, with 47 entries'
const SHORT_READ = 'delivers 5 s after Storage returned fewer bytes'
const MODERATED = 'says that moderation flagged the prompt'
const NOT_TOLD = 'and never logs its URL'
const STOP_BY_POLL = 'settles a job without a status check'

export const LINES: readonly Line[] = [
  line(`${DELIVERY}/provider-file.ts`, 'headers: headersFor(address)', `${API}/providers/provider-file.test.ts`, {
    'headers: headersFor(new URL(url))': 'sends the key to no other host that a redirect leads to',
    'headers: {}': 'sends the key to no other host that a redirect leads to',
  }),
  line(`${PROVIDERS}/provider-http.ts`, "redirect: 'manual',", `${API}/providers/provider-wire.test.ts`, {
    '': 'and shows nobody else the key',
  }),
  ...[
    ['comfyui', 'baseUrl'],
    ['openrouter', 'options.baseUrl'],
  ].map(([name, base = '']) =>
    line(`${PROVIDERS}/${name}.ts`, keyForOwnOrigin(base), `${API}/providers/provider-conformance.test.ts`, {
      authorization: "sends the provider's key to no other host",
    }),
  ),
  line(`${PROVIDERS}/never-sent.ts`, "syscall === 'connect' ||", `${API}/providers/never-sent.test.ts`, {
    'true ||': MAYBE_SENT,
    '': 'proves that nothing was sent without a connection',
  }),
  line(
    'src/lib/http/create-http.ts',
    'error instanceof ApiError && error.status === 401',
    'tests/src/lib/http/http.test.ts',
    {
      'error instanceof ApiError': NO_RENEWAL,
      'error instanceof ApiError && error.status !== 401': NO_RENEWAL,
      'error instanceof ApiError && error.status === 403': RENEW,
      false: RENEW,
    },
  ),
  line('src/lib/http/create-http.ts', 'if (!response.ok)', 'tests/src/lib/http/http.test.ts', {
    'if (false)': 'rejects a refused public request without repeating it',
    'if (response.ok)': 'sends a public request without a token',
  }),
  line(`${PROVIDERS}/comfyui.ts`, 'if (code === 400 && refusal !== null)', `${API}/providers/comfyui.test.ts`, {
    'if (refusal !== null)': QUEUE_DECIDES,
    'if (code === 400)': QUEUE_DECIDES,
    'if (code !== 400 && refusal !== null)': WORKFLOW_REFUSED,
    'if (code === 500 && refusal !== null)': WORKFLOW_REFUSED,
    'if (false)': WORKFLOW_REFUSED,
  }),
  line(`${PROVIDERS}/fal-webhook.ts`, 'if (renewAt <= now)', `${API}/providers/fal.test.ts`, {
    'if (renewAt === 0)': KEYS_ONCE,
    'if (true)': KEYS_ONCE,
    'if (renewAt > now)': KEYS_ONCE,
  }),
  line(`${PROVIDERS}/fal-webhook.ts`, 'renewal ??=', `${API}/providers/fal.test.ts`, { 'renewal =': KEYS_ONCE }),
  line(`${PROVIDERS}/fal-webhook.ts`, 'renewal = null\n', `${API}/providers/fal.test.ts`, { '': KEYS_AWAY }),
  line(`${PROVIDERS}/fal-webhook.ts`, 'renewAt = now + RETRY_KEYS_MS', `${API}/providers/fal.test.ts`, {
    '': KEYS_AWAY,
    'renewAt = now + RENEW_KEYS_MS': KEYS_AWAY,
  }),
  line(`${PROVIDERS}/fal-webhook.ts`, 'if (keptUntil <= now)', `${API}/providers/fal.test.ts`, {
    'if (renewAt <= now + RETRY_KEYS_MS)': KEYS_KEPT,
    'if (false)': KEYS_KEPT,
  }),
  line(
    'local/backend/database/sessions.ts',
    'if (caller?.lease === lease) caller.lease = null\n',
    'tests/local/backend/database/sessions.test.ts',
    { '\n': 'makes a later statement of the same request wait' },
  ),
  line(
    'local/backend/database/sessions.ts',
    'if (isWideGrant(sql)) return { rows: [] }\n',
    'tests/local/backend/database/sessions.test.ts',
    { '\n': 'runs none of the grants that Lite makes' },
  ),
  line(`${DELIVERY}/video-file.ts`, 'if (!last || last.data.byteLength === 0)', `${API}/jobs/video-file.test.ts`, {
    'if (false)': 'a video whose last byte is missing',
    'if (last?.data.byteLength === 0)': 'a video whose last byte is missing',
    'if (!last)': 'a last frame of no bytes',
    'if (last?.data.byteLength !== 0)': 'of a large video file with its tables',
  }),
  line(`${DELIVERY}/video-store.ts`, 'if (bytes.byteLength !== end - start)', `${API}/jobs/delivery.test.ts`, {
    'if (false)': SHORT_READ,
    'if (bytes.byteLength === end - start)': SHORT_READ,
    'if (bytes.byteLength !== end - start - 1)': SHORT_READ,
  }),
  line(`${DELIVERY}/mp4-tables.ts`, 'if (boxes > MAX_BOXES)', `${API}/jobs/video-file.test.ts`, {
    'if (false)': BOXES,
    'if (boxes >= MAX_BOXES)': BOXES,
    'if (boxes > MAX_BOXES + 1)': BOXES,
  }),
  line(`${DELIVERY}/mp4-tables.ts`, '[CTTS, 8],', `${API}/jobs/video-file.test.ts`, {
    '[CTTS, 9],': FRAMES_IN_ORDER,
    '[CTTS, 7],': FRAMES_IN_ORDER,
    '': FRAMES_IN_ORDER,
  }),
  line(
    `${DELIVERY}/video-file.ts`,
    'shownSeconds < orderedSeconds * SHORTEST_PART',
    `${API}/delivery/video-lengths.test.ts`,
    {
      'shownSeconds <= orderedSeconds * SHORTEST_PART': 'accepts a 1 s video if',
      'shownSeconds < orderedSeconds * 0.45': 'refuses a video of less than half the ordered length',
      'picture.seconds < orderedSeconds * SHORTEST_PART': 'measures only the part of a video that its edit list keeps',
    },
  ),
  line(`${DELIVERY}/delivery-claims.ts`, 'owed.set(jobId, debt)', `${API}/jobs/delivery.test.ts`, {
    '': 'delivers 5 s after the claim is released, if its release failed',
  }),
  line(
    'supabase/functions/api/services/progress/refresh-job.ts',
    "if (after.settlement !== 'held') return after",
    `${API}/jobs/cancel-job.test.ts`,
    {
      '': STOP_BY_POLL,
      "if (after.settlement === 'released') return job": STOP_BY_POLL,
      "if (after.settlement === 'held') return after": 'settles a cancel request accepted without a decision',
    },
  ),
  line(
    'supabase/functions/api/services/progress/refresh-job.ts',
    'if (job.delivery_wait_seconds > 0) {',
    `${API}/jobs/delivery-retries.test.ts`,
    { 'if (false) {': 'shows when the credits of an undelivered video will be returned' },
  ),
  line(
    `${DELIVERY}/copy-video.ts`,
    'const file = await waitAtMost(openFile(url, signal), IDLE_TIMEOUT_MS)',
    `${API}/jobs/delivery-retries.test.ts`,
    { 'const file = await openFile(url, signal)': 'cancels the download from a host after 15 s without a first byte' },
  ),
  line(`${DELIVERY}/measured-stream.ts`, 'waitAtMost(reader.read(), idleMs)', `${API}/jobs/delivery-retries.test.ts`, {
    'reader.read()': 'cancels the download from a host 15 s after its last byte',
  }),
  line('supabase/functions/api/services/alerts.ts', 'cause: hideAddress(cause)', `${API}/alerts.test.ts`, {
    'cause: describeCause(cause)': NOT_TOLD,
  }),
  line('supabase/functions/api/services/alerts.ts', 'if (!response.ok)', `${API}/alerts.test.ts`, {
    'if (false)': NOT_TOLD,
  }),
  line(
    `${PROVIDERS}/openrouter.ts`,
    'if (reasons) return reportRefusedContent(',
    `${API}/providers/openrouter.test.ts`,
    {
      'if (false) return reportRefusedContent(': MODERATED,
      'if (!reasons) return reportRefusedContent(': MODERATED,
    },
  ),
  line(
    'src/state/jobs/poll.ts',
    "error.status === 404 && job.status === 'unknown' && !job.isListed ? 'missing' : null",
    'tests/src/state/jobs/poll.test.ts',
    {
      "job.status === 'unknown' && !job.isListed ? 'missing' : null": NO_NEWS_OF_MISSING,
      "error.status === 404 && !job.isListed ? 'missing' : null": 'was started',
      "error.status === 404 && job.status === 'unknown' ? 'missing' : null": 'was listed',
      null: 'treats a 404 for an unconfirmed job as a job that was never created',
    },
  ),
  line(
    'supabase/functions/api/middleware/authenticate-admin.ts',
    "c.req.header('sec-fetch-mode') === 'cors' && c.req.header('sec-fetch-dest') === 'empty'",
    `${API}/admin/admin-login.test.ts`,
    {
      "c.req.header('sec-fetch-mode') === 'cors'": 'an image with CORS on our own page',
      "c.req.header('sec-fetch-dest') === 'empty'": 'a prefetch on our own page',
      true: 'an image on our own page',
      false: 'our own page, with a user signed in',
    },
  ),
  line('local/backend/file-store.ts', 'if (!path.startsWith(root + sep))', 'tests/local/backend/file-store.test.ts', {
    'if (!path.startsWith(root))': LEADS_OUT,
    'if (false)': LEADS_OUT,
    'if (path.startsWith(root + sep))': LEADS_OUT,
  }),
  line(
    'supabase/migrations/20261127120500_create_holds.sql',
    'if private.is_suspended(p_user_id) then',
    `${API}/admin/suspension.test.ts`,
    { 'if false then': 'names the suspension to a person who has too few credits' },
  ),
  line(
    'supabase/migrations/20261127120600_create_jobs.sql',
    'if private.is_suspended(p_user_id) then',
    `${API}/admin/suspension.test.ts`,
    { 'if false then': 'returns the credits that were held before the suspension' },
  ),
  line(
    'supabase/migrations/20261127120600_create_jobs.sql',
    "if private.refuse_words(p_request->>'folded_prompt') then",
    `${API}/admin/refused-words.test.ts`,
    { 'if false then': 'refuses a prompt with a listed word before any credits are held' },
  ),
  line(
    'supabase/functions/api/services/jobs/create-job.ts',
    'return [input.prompt, ...named.flatMap(({ name, note }) => [name, note])]',
    `${API}/admin/refused-words.test.ts`,
    { 'return [input.prompt]': 'refuses a listed word in the note of a cast member' },
  ),
  line(
    'supabase/migrations/20261127121000_create_shares.sql',
    'if private.is_taken_down(reported)',
    `${API}/admin/admin-actions.test.ts`,
    { 'if false': 'undoes a take-down once' },
  ),
  line(
    'supabase/migrations/20261127121300_create_admin.sql',
    "'admin:' || p_key",
    `${API}/admin/admin-credits.test.ts`,
    { p_key: "accepts a grant's key that a grant of another kind has used" },
  ),
  line(
    'supabase/migrations/20261127120200_create_users.sql',
    "'sign_up:' || encode(",
    'tests/supabase/migrations/guards.test.ts',
    { 'encode(': 'grants a new account the sign-up credits once' },
  ),
  line(
    'supabase/migrations/20261127120500_create_holds.sql',
    "'test:' || p_user_id || ':' || p_key",
    `${API}/credits.test.ts`,
    {
      p_key: "adds a plan's test credits once per key and user",
      "'test:' || p_key": "adds a plan's test credits once per key and user",
    },
  ),
]

/** Throws if the file doesn't contain the text exactly once. */
export function breakLine(source: string, { file, text }: Line, put: string): string {
  const [before, after, ...more] = source.split(text)
  if (after === undefined || more.length > 0) throw new Error(`${file} does not have this once: ${text}`)
  return `${before}${put}${after}`
}

/** Returns the project in vitest.config.ts that runs this test file. */
export function getProject(tests: string): string {
  if (tests.startsWith('tests/src/')) return 'app'
  return tests.startsWith('tests/supabase/') ? 'api' : 'local'
}
