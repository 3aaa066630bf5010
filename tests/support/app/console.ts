import { vi } from 'vitest'

/** Takes the console output a test expects, which would otherwise fail it. Returns the spy. */
export function readConsole(level: 'error' | 'warn' | 'info') {
  return vi.spyOn(console, level).mockImplementation(() => {})
}
