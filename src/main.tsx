import '@/styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { Providers } from '@/app/providers'
import { routes } from '@/app/router'
import { env } from '@/config/env'
import { isLoginPopup } from '@/config/paths'
import { createServices } from '@/lib/services'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <Providers services={createServices(env)} isLoginPopup={isLoginPopup(window.location)}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
)
