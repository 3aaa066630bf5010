// Lists the changed files for `npm run test:changed`. Vitest follows imports from these files to the tests. Some files are read by
// their path and never imported, so this list names their readers.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import type { VCSProvider } from 'vitest/node'

const READERS: [file: RegExp, readers: string[]][] = [
  [/\.sql$/, ['local/backend/supabase.ts']],
  [/^tests\/harness\/.*\.mp4$/, ['tests/harness/api.ts', 'tests/support/journeys/scripted-provider.ts']],
  [/^src\/app\/routes\//, ['tests/src/app/pages.test.ts']],
  [/\/services\/database-functions\.ts$/, ['tests/supabase/migrations/database-functions.test.ts']],
  [/^docs\/decisions\/001/, ['tests/supabase/migrations/guards.test.ts']],
  [/^docs\/webhooks\.md$/, ['tests/supabase/api/messages/receiver-page.test.ts']],
]

/** Tests that read files of the whole repository. They take seconds. */
const ALWAYS = globSync('tests/{local,repository,tools,vite}/**/*.test.ts', { exclude: ['tests/*/full/**'] })

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)

const provider: VCSProvider = {
  async findChangedFiles({ changedSince }) {
    const since = typeof changedSince === 'string' ? git('diff', '--name-only', '-z', `${changedSince}...HEAD`) : []
    const changed = [
      ...since,
      ...git('diff', '--name-only', '-z', 'HEAD'),
      ...git('ls-files', '-z', '--others', '--exclude-standard'),
    ]
    const readers = READERS.flatMap(([file, by]) => (changed.some((path) => file.test(path)) ? by : []))
    return [...changed, ...readers, ...ALWAYS]
  },
}

export default provider
