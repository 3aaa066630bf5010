import { vi } from 'vitest'

/** Captures console output that a test expects, which would otherwise fail the test. Returns the spy. */
export function readConsole(level: 'error' | 'warn' | 'info') {
  return vi.spyOn(console, level).mockImplementation(() => {})
}
