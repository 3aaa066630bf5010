import { joinClasses } from '@/components/join-classes'

export function getNavLinkClass({ isActive }: { isActive: boolean }): string {
  return joinClasses(
    'relative inline-flex items-center gap-1 rounded-sm transition-colors duration-150 hover:text-text',
    'after:absolute after:inset-x-0 after:bottom-0.5 after:h-0.5 after:rounded-full after:transition-colors',
    isActive ? 'text-text after:bg-amber' : 'text-soft after:bg-transparent',
  )
}
