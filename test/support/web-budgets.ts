import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { buildWebApp, WEB_MANIFEST } from '../../infra/src/build-web-app.ts'

const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
)
type Manifest = z.infer<typeof manifest>

/**
 * What each page loads, by the modules that it begins with. The build names a file after its module, or after its group in
 * vite.config.ts if another file imports from it.
 */
const LOGIN = [
  /^index\.html$/,
  /^_public-.*\.js$/,
  /^_sign-in-.*\.js$|^src\/public\/start/,
  /^src\/i18n\/pt\.json\?public$/,
]
const APP = [
  /^index\.html$/,
  /^_app-.*\.js$|^src\/app\.tsx$|^src\/routes\/_app\.tsx\?/,
  /^_schemas-.*\.js$|schemas\.ts$/,
  /^src\/i18n\/pt\.json\?frame$/,
]
/** The first page, on each of the tabs that a company opens it with. */
const DASHBOARD = {
  campaigns: [/^_home-.*\.js$/],
  'customer service': [/^_home-.*\.js$/, /^_DeskReportView-.*\.js$|^src\/desk-report\/DeskReportView/],
}
/** The texts that a page waits for. The first page needs none of them. */
const textsOf = (page: string): string[] => [
  'src/i18n/pt.json?other',
  ...(page.includes('/settings.tsx') ? ['src/i18n/pt.json?settings'] : []),
]

/** The most compressed script, in thousands of bytes. */
const MOST = { login: 158, app: 315, dashboard: 372, page: 194 }

/** What a page weighs, in thousands of bytes of compressed script. */
export interface PageWeight {
  page: string
  kilobytes: number
  most: number
}

/**
 * The script before the login, that of the frame behind it, the first page with the frame, and what each other page adds to
 * the frame. Charts and other parts that come when they are shown are not in it, nor is what comes after the first paint:
 * the live events, the search, the toasts and the calendar.
 */
export async function pageWeights(root: string): Promise<PageWeight[]> {
  await buildWebApp(root)
  const built = manifest.parse(JSON.parse(readFileSync(join(root, WEB_MANIFEST), 'utf8')))
  const filesOf = (modules: readonly string[]) =>
    new Set([...neededBy(built, modules)].map((key) => built[key]?.file ?? ''))
  const weigh = (files: Iterable<string>) =>
    Math.round([...files].reduce((sum, file) => sum + compressed(join(root, 'web/dist', file)), 0) / 1000)
  const frame = filesOf(keysOf(built, APP))
  const pages = Object.keys(built).filter((key) => /^src\/routes\/_app\/.*\?tsr-split=component$/.test(key))
  return [
    { page: 'before the login', kilobytes: weigh(filesOf(keysOf(built, LOGIN))), most: MOST.login },
    { page: 'the frame behind the login', kilobytes: weigh(frame), most: MOST.app },
    ...Object.entries(DASHBOARD).map(([tab, modules]) => ({
      page: `the dashboard with its frame, ${tab}`,
      kilobytes: weigh(filesOf(keysOf(built, [...APP, ...modules]))),
      most: MOST.dashboard,
    })),
    ...pages.map((page) => ({
      page: page.replace(/^src\/routes\/_app\/|\.tsx.*$/g, ''),
      kilobytes: weigh([...filesOf([page, ...textsOf(page)])].filter((file) => !frame.has(file))),
      most: MOST.page,
    })),
  ]
}

function keysOf(built: Manifest, names: readonly RegExp[]): string[] {
  return names.flatMap((name) => {
    const keys = Object.keys(built).filter((key) => name.test(key))
    if (keys.length === 0) throw new Error(`The build has nothing that is called ${name}`)
    return keys
  })
}

function neededBy(built: Manifest, modules: readonly string[]): Set<string> {
  const needed = new Set<string>()
  const open = [...modules]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (needed.has(key)) continue
    const chunk = built[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    needed.add(key)
    open.push(...chunk.imports)
  }
  return needed
}

const compressed = (path: string): number => (path.endsWith('.js') ? gzipSync(readFileSync(path)).length : 0)
