import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The local system's gateway, which serves everything but the app. */
const BACKEND = `http://127.0.0.1:${process.env.RECADO_PORT ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': BACKEND,
      '/simulator': BACKEND,
      '/recado-files': BACKEND,
      '/ws': { target: BACKEND, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // Browsers of 2024 on: they know light-dark() and need nothing rewritten.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 700,
  },
})
