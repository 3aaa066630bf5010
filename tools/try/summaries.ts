// The table of docs/providers.md: which provider was tried with a key, and how it went.
import { z } from 'zod'
import { isProvider, PROVIDER_NAMES } from '../../supabase/functions/api/catalogue/provider-settings.ts'

/** The `summary` of a report. summaries.json has one for each report that was sent in. */
const summary = z.strictObject({
  provider: z.string().refine((name): boolean => isProvider(name), 'unknown provider'),
  model: z.string().min(1),
  date: z.iso.date(),
  /** From the answer to the create request to the finished video. Null if there was none. */
  seconds: z.number().nullable(),
  verdict: z.string().regex(/^[^|\n]{1,120}$/),
})
export type Summary = z.output<typeof summary>

/** Returns the lines of the table. A provider that nobody tried has an empty row. Throws for an invalid file. */
export function formatSummaries(json: unknown): string {
  const all = z.array(summary).parse(json)
  const rows = PROVIDER_NAMES.flatMap((name) => {
    const own = all.filter(({ provider }) => provider === name)
    return own.length > 0
      ? own.map(
          ({ model, date, seconds, verdict }) => `| \`${name}\` | ${model} | ${date} | ${seconds ?? ''} | ${verdict} |`,
        )
      : [`| \`${name}\` | | | | |`]
  })
  return ['| provider | model | date | seconds | verdict |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}
