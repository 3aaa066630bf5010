import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { headersFile } from './build/security-headers.ts'

export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), headersFile(loadEnv(mode, process.cwd()))],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // Small assets as data: URIs would need data: in the content security policy.
  // supabase-js (auth, data, storage and realtime in one) is most of the first chunk.
  build: { assetsInlineLimit: 0, target: 'es2023', chunkSizeWarningLimit: 700 },
}))
