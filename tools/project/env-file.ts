/** Replaces each setting in its line, or appends it. */
export function setSettings(text: string, settings: Record<string, string>): string {
  let result = text
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name}=.*$`, 'gm')
    if (result.search(line) >= 0) result = result.replace(line, () => `${name}=${value}`)
    else result = `${result}${result === '' || result.endsWith('\n') ? '' : '\n'}${name}=${value}\n`
  }
  return result
}
