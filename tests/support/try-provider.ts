// Runs `npm run try` against a provider that follows a script, on a clock that a sleep moves.
import { readFileSync } from 'node:fs'
import type { ScriptedResponse } from '../../local/video-service/scripted/response.ts'
import { ScriptedService, type SentRequest } from '../../local/video-service/scripted/service.ts'
import {
  nameSettings,
  PROVIDER_NAMES,
  type ProviderName,
} from '../../supabase/functions/api/catalogue/provider-settings.ts'
import { planVideo, readOptions } from '../../tools/try/plan.ts'
import { recordExchanges } from '../../tools/try/record.ts'
import { tryVideo } from '../../tools/try/report.ts'
import { JOB, type Wire } from '../harness/wires/wire.ts'
import { WIRES } from '../harness/wires/wires.ts'
import { makeFolder } from './make-folder.ts'

/** 5 s with sound, 16:9. */
export const VIDEO = new Uint8Array(readFileSync('tests/harness/five-seconds.mp4'))
const URL_OF_PROVIDER = 'https://provider.test'
/** The seconds after which a job starts and ends. */
const [STARTS_AT, ENDS_AT] = [30, 120]

/** Each provider's wire. WIRES is in the order of PROVIDER_NAMES. */
export const BY_PROVIDER = PROVIDER_NAMES.map((name, index) => [name, WIRES[index] as Wire] as const)

/** A model whose videos are like the harness's: 5 s, 16:9, with sound. */
const SAMPLE = {
  id: 'sample',
  name: 'Sample',
  maker: 'Studio',
  description: 'Video with sound',
  logo: '/logo.svg',
  path: 'studio/sample',
  credits: 40,
  isOn: true,
  durations: [{ seconds: 5, estimateSeconds: { from: 60, to: 300 } }],
  aspectRatios: ['16:9'],
  maxPromptLength: 2000,
}
const MADE = { durations: [5], video: { fps: 24, frameStep: 4, sizes: { '16:9': [1280, 704], '9:16': [704, 1280] } } }
/** The ID of fal's task contains the path. */
const buildText = (name: ProviderName) => ({
  path: name === 'fal' ? 'fal-ai/veo3' : 'text',
  accepts: ['aspectRatio', 'sound'],
})
export const buildCatalogue = (name: ProviderName, model: object = {}, made: object = {}) => ({
  version: 1,
  models: [{ ...SAMPLE, ...model, providers: { [name]: { ...MADE, text: buildText(name), ...made } } }],
})

interface Script {
  key?: string
  settings?: Record<string, string>
  model?: object
  made?: object
  video?: Uint8Array<ArrayBuffer>
  /** Answers a request. `usual` answers as the provider does. */
  answer?: (sent: SentRequest, usual: () => Response) => ScriptedResponse | Promise<ScriptedResponse>
  /** Called at each sleep, with the seconds that have passed. */
  onSleep?: (seconds: number) => void
  /** Stops the command. */
  stop?: AbortController
}

export async function runTry(name: ProviderName, wire: Wire, script: Script = {}) {
  const { key = 'a-key-of-the-operator', settings = {}, model, made, video = VIDEO } = script
  const { answer = (_, usual) => usual(), onSleep, stop = new AbortController() } = script
  const began = Date.parse('2026-11-28T12:00:00Z')
  const printed: string[] = []
  let clock = began
  const service = new ScriptedService()
  const answerUsually = (sent: SentRequest) => {
    if (sent.method === 'POST') return wire.created(sent)
    if (sent.url === wire.fileUrl(URL_OF_PROVIDER))
      return new Response(video, { headers: { 'content-type': 'video/mp4' } })
    const seconds = (clock - began) / 1000
    const say = seconds < STARTS_AT ? wire.waiting : seconds < ENDS_AT ? wire.running : wire.done
    return say(sent)
  }
  service.intercept.any = (sent) => answer(sent, () => answerUsually(sent))
  const names = nameSettings(name)
  const own = { [names.key]: key, [names.url]: URL_OF_PROVIDER, [names.files]: 'https://files.test' }
  const now = () => new Date(clock)
  const recording = recordExchanges((input, init) => service.fetch(new Request(input, init)), now, stop.signal)
  const plan = planVideo(readOptions(['--provider', name, '--at-most', '100']), {
    settings: { ...own, ...settings },
    models: buildCatalogue(name, model, made),
    workflows: { text: { 1: { class_type: 'Show', inputs: { prompt: '{{prompt}}' } } } },
    fetch: recording.fetch,
    now,
    jobId: JOB,
  })
  const { report } = await tryVideo(plan, recording, {
    now,
    signal: stop.signal,
    folder: await makeFolder(),
    print: (line) => printed.push(line),
    async sleep(ms) {
      clock += ms
      onSleep?.((clock - began) / 1000)
    },
  })
  return { plan, report, printed, service, differences: report.assumptions.filter(({ held }) => held === false) }
}
