export function NavigationProgress() {
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-arrive bg-linear-to-r from-amber to-coral"
    />
  )
}
