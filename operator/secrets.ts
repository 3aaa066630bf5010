import { type Deployment, FUNCTION_SETTINGS, remote } from './settings.ts'
import { supabase, supabaseWithFile } from './supabase.ts'

/** Settings that the function still has and the file no more. Secrets with other names are not ours. */
export async function readLeftOver(deployment: Deployment): Promise<string[]> {
  const { answer } = await supabase(deployment, ['secrets', 'list', remote(deployment), '--output-format', 'json'])
  const secrets = JSON.parse(answer).secrets as { name: string }[]
  return secrets
    .map(({ name }) => name)
    .filter((name) => FUNCTION_SETTINGS.includes(name) && !(name in deployment.functionSecrets))
}

export const removeSecrets = (deployment: Deployment, names: readonly string[]) =>
  supabase(deployment, ['secrets', 'unset', ...names, remote(deployment)])

export const setSecrets = (deployment: Deployment) =>
  supabaseWithFile(
    deployment,
    ['secrets', 'set', remote(deployment)],
    '--env-file',
    envFile(deployment.functionSecrets),
  )

/** Single quotes, because a value may hold a space, a `#` or a `$`. */
function envFile(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}
