// Lists faults in the settings of the operator's webhook, each with the check that must report it.
import { SECRETS } from './deployment.ts'
import { answers, type ExpectedFault, settings } from './planted-fault.ts'

const { ALERT_WEBHOOK_URL: url } = SECRETS
/** The check that fails if the function was deployed without the setting, or with a value that it refuses. */
const DIFFERS = 'function settings'

export const ALERT_FAULTS: ExpectedFault[] = [
  ['alert webhook', /is not an https address/, settings({ ALERT_WEBHOOK_URL: 'http://alerts.test/hooks' }), DIFFERS],
  ['alert webhook', /is not an https address/, settings({ ALERT_WEBHOOK_URL: 'alerts.test/hooks' }), DIFFERS],
  ['alert webhook', /^The alert webhook returned HTTP 502/, answers(({ href }) => href === url, 502, 'Bad gateway')],
  [DIFFERS, /has alerts off, but \S+ sets on/, { api: { ALERT_WEBHOOK_URL: '' } }],
]
