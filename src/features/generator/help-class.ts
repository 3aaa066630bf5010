export const helpClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md text-sm text-soft transition-colors duration-150 hover:text-text pointer-coarse:min-h-11'
