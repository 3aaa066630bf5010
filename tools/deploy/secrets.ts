import { createHash } from 'node:crypto'
import { type Deployment, FUNCTION_SETTINGS, isRemote } from '../project/settings.ts'
import { runSupabase, runSupabaseWithFile } from '../project/supabase.ts'

export interface SecretChanges {
  /** The settings that the function has but the file no longer has. Secrets with other names aren't ours. */
  removed: string[]
  /** The settings in the file, each with whether it is new or changed. */
  described: string[]
}

/** Compares the settings of the function with those in the file. Supabase tells a SHA-256 hash of each. */
export async function compareSecrets(deployment: Deployment): Promise<SecretChanges> {
  const { answer } = await runSupabase(deployment, ['secrets', 'list', isRemote(deployment), '--output-format', 'json'])
  const secrets = JSON.parse(answer).secrets as { name: string; value: string }[]
  const stored = new Map(
    secrets.filter(({ name }) => FUNCTION_SETTINGS.includes(name)).map((one) => [one.name, one.value]),
  )
  const { functionSecrets } = deployment
  const describe = ([name, value]: [string, string]) => {
    const hash = stored.get(name)
    if (hash === createHash('sha256').update(value).digest('hex')) return name
    return `${name} (${hash === undefined ? 'new' : 'changed'})`
  }
  return {
    removed: [...stored.keys()].filter((name) => !(name in functionSecrets)),
    // In a new project, all of them are new.
    described: stored.size === 0 ? Object.keys(functionSecrets) : Object.entries(functionSecrets).map(describe),
  }
}

export const removeSecrets = (deployment: Deployment, names: readonly string[]) =>
  runSupabase(deployment, ['secrets', 'unset', ...names, isRemote(deployment)])

export const setSecrets = (deployment: Deployment) =>
  runSupabaseWithFile(
    deployment,
    ['secrets', 'set', isRemote(deployment)],
    '--env-file',
    buildEnvFile(deployment.functionSecrets),
  )

/** Builds an environment file. Values are in single quotes, because they can contain a space, `#`, or `$`. */
function buildEnvFile(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}
