import { readFile } from 'node:fs/promises'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { ModuleGraph } from './module-graph.ts'
import { isFrameText } from './src/i18n/frame-texts.ts'
import { isPublicText } from './src/i18n/public-texts.ts'
import { isSettingsText } from './src/i18n/settings-texts.ts'

/** The local system's gateway, which serves everything but the app. */
const BACKEND = `http://127.0.0.1:${process.env.RECADO_PORT ?? 3000}`

/** What each page needs from the start, by the modules that it begins with. */
const FROM_THE_START = {
  entry: ['src/main.ts'],
  public: ['src/main.ts', 'src/public/start.tsx'],
  app: ['src/app.tsx', 'src/routes/_app.tsx?tsr-split=component'],
  home: ['src/routes/_app/index.tsx?tsr-split=component', 'src/dashboard/DashboardPage.tsx'],
  live: ['src/shell/LiveEvents.tsx'],
  desk: ['src/desk-report/DeskReportView.tsx'],
}

/** Packages whose index imports all of their parts, so that imports alone do not tell which are needed. */
const INDEXED = /@mantine.(core|hooks|dates|notifications|spotlight)|@tabler|@floating-ui|react-number-format/
/** The parts of Mantine that the pages before the login show. One that is missing here is a file of its own. */
const OF_PUBLIC_PAGES =
  /@mantine.core.esm.(core|components.(ActionIcon|Alert|Anchor|Button|Center|CloseButton|Group|Input|InputBase|Loader|Notification|Portal|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton))\b|notifications.*store|use-uncontrolled|Icon(Moon|Sun)\b/

const modules = new ModuleGraph()

const isNeeded = (by: keyof typeof FROM_THE_START, id: string) => modules.isNeededBy(FROM_THE_START[by], id)
const isOfApp = (id: string) => isNeeded('app', id) && !INDEXED.test(id)
/** What only the pages before the login need. */
const isOfSignIn = (id: string) =>
  isNeeded('public', id) && !isNeeded('entry', id) && !isNeeded('app', id) && !INDEXED.test(id)
const isPublic = (id: string) =>
  isNeeded('public', id) && !isOfSignIn(id) && (!INDEXED.test(id) || OF_PUBLIC_PAGES.test(id))
const isOfHome = (id: string) => isNeeded('home', id) && !INDEXED.test(id)
const isOfLive = (id: string) => isNeeded('live', id) && !INDEXED.test(id)
/** What the first page of customer service shares with other pages, and with the live events, which come later. */
const isOfDesk = (id: string) =>
  isNeeded('desk', id) && !INDEXED.test(id) && !/node_modules|src.desk-report.*\.tsx/.test(id)

/**
 * What several pages share, in few files. By default each part that two pages have in common becomes a file of its own:
 * 457 files, two thirds of them under 2 kB.
 */
const SHARED_FILES = [
  // Zod and what it is told (schemas.ts) come before everything that makes a schema.
  { name: 'schemas', test: /node_modules.zod|src.api.schemas\.ts/, priority: 10 },
  { name: 'preload', test: /vite.preload-helper/, priority: 10 },
  { name: 'react', test: /node_modules.(react|react-dom|scheduler)\//, priority: 9 },
  { name: 'public', test: isPublic, priority: 8 },
  { name: 'app', test: isOfApp, priority: 7 },
  { name: 'forms', test: /@mantine.form|klona|fast-deep-equal/, priority: 7 },
  { name: 'sign-in', test: isOfSignIn, priority: 6 },
  { name: 'home', test: isOfHome, priority: 6 },
  { name: 'desk', test: isOfDesk, priority: 5 },
  { name: 'live', test: isOfLive, priority: 4 },
  {
    name: 'choices',
    test: /@mantine.core.esm.components.(Combobox|FloatingIndicator|Pill|SegmentedControl|Select)\b/,
    minShareCount: 4,
    priority: 5,
  },
  {
    name: 'mantine',
    test: /@mantine.(core|hooks)|@floating-ui|tabbable|react-remove-scroll/,
    minShareCount: 4,
    priority: 4,
  },
  { name: 'dialogs', test: /components.(Modal|ModalBase)\b|web.src.ui.\w*Dialog\./, priority: 6 },
  {
    name: 'calendar',
    test: /@mantine.dates(?!.*(DateTimePicker|TimePicker|SpinInput|TimeValue))|ui.(DateField|calendar-names|typed-day)/,
    priority: 5,
  },
  { name: 'times', test: /@mantine.dates|ui.WallTimeField/, priority: 4 },
  { name: 'files', test: /dropzone|file-selector/, priority: 5 },
  { name: 'libraries', test: /node_modules/, minShareCount: 8, priority: 4 },
  { name: 'ours', test: /web.src.(ui|zone|i18n|session|settings)|shared.src/, minShareCount: 6, priority: 1 },
]

const PARTS_OF_TEXTS: Record<string, (key: string) => boolean> = {
  public: isPublicText,
  frame: isFrameText,
  settings: (key) => isSettingsText(key) && !isFrameText(key),
  other: (key) => !isSettingsText(key) && !isFrameText(key),
}

/** `pt.json?public`: the texts of the pages before the login alone, and so on. */
const partsOfTexts: Plugin = {
  name: 'parts-of-texts',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?(public|frame|settings|other)$/ },
    handler: async (id) => {
      const [file = '', part = ''] = id.split('?')
      const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
      const shown = Object.entries(texts).filter(([key]) => PARTS_OF_TEXTS[part]?.(key))
      return { code: `export default ${JSON.stringify(Object.fromEntries(shown))}`, moduleType: 'js' }
    },
  },
}

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

/** The language whose texts a file has; `all` if it is for every language. */
function languageOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  if (file.type === 'asset' || file.moduleIds.length !== 1) return 'all'
  return /src.i18n.(\w+)\.json/.exec(file.moduleIds.join())?.[1] ?? 'all'
}

/** Names all files of the app for the service worker (`public/sw.js`): those of every language, and the texts of each. */
const listParts: Plugin = {
  name: 'list-parts',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const assets = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'))
      const parts = Map.groupBy(assets, languageOf)
      const source = JSON.stringify(
        Object.fromEntries(
          [...parts].map(([of, files]) => [of, files.map(({ fileName }) => `/${fileName}`)]),
        ),
      )
      this.emitFile({ type: 'asset', fileName: 'parts.json', source })
    },
  },
}

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    modules.plugin,
    partsOfTexts,
    preloadTypeface,
    listParts,
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
    manifest: true,
    // Browsers of 2024 on: they know light-dark() and need nothing rewritten. first-paint.js tells users of older ones.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } },
  },
})
