import { Outlet } from 'react-router-dom'

export function RootLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
