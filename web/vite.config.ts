import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The local system's gateway, which serves everything but the app. */
const BACKEND = `http://127.0.0.1:${process.env.RECADO_PORT ?? 3000}`

/**
 * What several pages share, in few files. By default each part that two pages have in common becomes a file of its own:
 * 233 requests for one page, two thirds of them under 2 kB.
 */
const SHARED_FILES = [
  // Alone: the entry needs it, and may load nothing that makes a schema before Zod is told of the policy (main.ts).
  { name: 'preload', test: /vite.preload-helper/, priority: 10 },
  { name: 'react', test: /node_modules.(react|react-dom|scheduler)\//, priority: 9 },
  { name: 'icons', test: /@tabler.icons-react/, priority: 8 },
  {
    name: 'mantine',
    test: /@mantine.(core|hooks)|@floating-ui|tabbable|react-remove-scroll/,
    minShareCount: 4,
    priority: 7,
  },
  { name: 'zod', test: /node_modules.zod/, priority: 6 },
  { name: 'words', test: /i18n.pt/, priority: 6 },
  { name: 'libraries', test: /node_modules/, minShareCount: 6, priority: 5 },
  { name: 'ours', test: /(web|shared).src/, minShareCount: 6, priority: 1 },
]

/** Has the browser fetch the typeface beside the first script, so that few texts are drawn without it. */
const preloadTypeface: Plugin = {
  name: 'preload-typeface',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
}

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    preloadTypeface,
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
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } },
  },
})
