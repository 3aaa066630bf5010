import { type Deployment, FUNCTION_SETTINGS, isRemote } from '../project/settings.ts'
import { runSupabase, runSupabaseWithFile } from '../project/supabase.ts'

/** Returns the settings that the function has but the file no longer has. Secrets with other names aren't ours. */
export async function findRemovedSettings(deployment: Deployment): Promise<string[]> {
  const { answer } = await runSupabase(deployment, ['secrets', 'list', isRemote(deployment), '--output-format', 'json'])
  const secrets = JSON.parse(answer).secrets as { name: string }[]
  return secrets
    .map(({ name }) => name)
    .filter((name) => FUNCTION_SETTINGS.includes(name) && !(name in deployment.functionSecrets))
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
