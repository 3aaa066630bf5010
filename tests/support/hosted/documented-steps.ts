import { readFile } from 'node:fs/promises'

/** Returns the lines of a dry run that name a step. */
export const readSteps = (text: string) => text.split('\n').filter((line) => line.startsWith('- '))

/** Returns the steps of the dry run in docs/deploy.md, with this URL and version. */
export async function documentedSteps({ apiUrl, version }: { apiUrl: string; version: string }): Promise<string[]> {
  const page = await readFile('docs/deploy.md', 'utf8')
  return readSteps(/Would deploy to \w+.*?```/s.exec(page)?.[0] ?? '').map((line) =>
    line
      // This setting exists only if the URL is https.
      .replace(' PUBLIC_API_URL,', '')
      .replace(/https:\S+(?=\/health)/, apiUrl)
      .replace(/version \w{12}/, `version ${version}`),
  )
}
