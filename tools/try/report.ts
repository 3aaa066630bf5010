import { join } from 'node:path'
import { inspectVideoFile } from '../../local/backend/inspect-video.ts'
import { drawPreviewOfFile } from '../../local/backend/preview/draw-preview.ts'
import { listAssumptions, readFileFacts } from './compare.ts'
import { maskReport } from './mask.ts'
import { type OrderDeps, orderVideo } from './order-video.ts'
import { describePlan, type Plan } from './plan.ts'
import type { recordExchanges } from './record.ts'
import type { Summary } from './summaries.ts'

type Deps = Omit<OrderDeps, 'fetch' | 'inspectVideo'> & { folder: string }
export type Report = Awaited<ReturnType<typeof tryVideo>>['report']

/** Orders one video. Returns a report without keys and personal data, and the name of its files. */
export async function tryVideo(plan: Plan, recording: ReturnType<typeof recordExchanges>, deps: Deps) {
  const mask = <T>(value: T) => maskReport(value, [...plan.secrets, ...recording.secrets], plan.ownHosts)
  const date = deps.now().toISOString()
  const name = [date.slice(0, 19).replaceAll(':', '-'), plan.provider.name, plan.model.id].join('-')
  const path = join(deps.folder, `${name}.mp4`)
  const course = await orderVideo(plan, path, {
    ...deps,
    fetch: recording.fetch,
    inspectVideo: inspectVideoFile,
    print: (line) => deps.print(mask(line)),
  })
  const file = course.isStored ? await readFileFacts(path, (await drawPreviewOfFile(path)).peaks) : null
  const assumptions = listAssumptions(plan, course, file)
  const differences = assumptions.filter(({ held }) => held === false).map((one) => one.name)
  const delivered = differences.length > 0 ? `differs: ${differences.join(', ')}` : 'works'
  const { queue, generation } = course.seconds
  const summary: Summary = {
    provider: plan.provider.name,
    model: plan.model.id,
    date: date.slice(0, 10),
    seconds: generation === null ? null : Math.round(generation + (queue ?? 0)),
    verdict: course.ending.kind === 'delivered' ? delivered : course.ending.kind,
  }
  const ordered = { text: describePlan(plan), path: plan.path, request: plan.request }
  return { report: mask({ summary, ordered, course, file, assumptions, exchanges: recording.exchanges }), name }
}

/** 0: all as assumed, 2: anything else, 130: stopped. */
export function getExitCode({ summary: { verdict } }: Report): number {
  return verdict === 'stopped' ? 130 : verdict === 'works' ? 0 : 2
}

/** Formats a masked report for people. The exchanges are only in the JSON. */
export function formatReport({ summary, ordered, course, file, assumptions }: Report): string {
  const { provider, model, date, verdict } = summary
  const facts = { task: course.taskId, path: ordered.path, charged: course.cost, ...file }
  return `# ${provider}, ${model}, ${date}: ${verdict}

${course.ending.said}

\`\`\`
${ordered.text}
\`\`\`

${formatTable(['assumption', 'expected', 'found', 'held'], assumptions.map(Object.values))}

${formatTable(['part', 'seconds'], Object.entries(course.seconds))}

${formatTable(['status check at', 'seconds', 'said'], course.checks.map(Object.values))}

${formatTable(['fact', 'value'], Object.entries(facts))}
`
}

function formatTable(head: string[], rows: unknown[][]): string {
  const format = (cell: unknown) =>
    (typeof cell === 'object' && cell ? JSON.stringify(cell) : String(cell ?? '')).replace(/[|\r\n]+/g, ' ')
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(format).join(' | ')} |`).join('\n')
}
