import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isFrameText } from '../../web/src/i18n/frame-texts.ts'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { isSettingsText } from '../../web/src/i18n/settings-texts.ts'

const WEB = join(import.meta.dirname, '../../web/src')

/** What is shown before all texts are loaded, with everything that these files import. */
const SHOWN = [
  'shell/Shell.tsx',
  'shell/Commands.tsx',
  'shell/LiveEvents.tsx',
  'session/follow-session.ts',
  'home/HomePage.tsx',
  'dashboard/DashboardPage.tsx',
  'desk-report/DeskReportView.tsx',
  'ui/RangeField.tsx',
  'ui/PageProblem.tsx',
  'ui/ToastStack.tsx',
]
/** Live events wait for all texts. Only the loss of the socket is told without an event. */
const WAITS = /\/(realtime|preview-words|notice-words|use-alerts|announce-\w+)\.tsx?$/

function filesOf(file: string, found: Set<string>): Set<string> {
  if (found.has(file) || !/\.tsx?$/.test(file) || WAITS.test(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type)[^']*'(\.[^']+)'$/gm)
  for (const [, path = ''] of imports) filesOf(join(dirname(file), path), found)
  return found
}

/** The keys that a file names, and the beginnings of those that it puts together. */
function keysIn(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const whole = [...code.matchAll(/'([a-zA-Z]+(?:\.[a-zA-Z_]+)+)'/g)].map(([, key = '']) => key)
  const begun = [...code.matchAll(/`((?:[a-zA-Z]+\.)+)\$\{/g)].map(([, start = '']) => start)
  return Object.keys(pt).filter(
    (key) =>
      whole.some((each) => key === each || key.startsWith(`${each}_`)) ||
      begun.some((start) => key.startsWith(start)),
  )
}

test('the frame and the first page show no text that comes later', () => {
  const files = new Set<string>()
  for (const file of SHOWN) filesOf(join(WEB, file), files)
  const keys = [...files].flatMap(keysIn)
  expect(keys.length).toBeGreaterThan(200)
  expect(keys.filter((key) => !isFrameText(key))).toEqual([])
})

test('the frame loads less than a third of the texts', () => {
  expect(Object.keys(pt).filter(isFrameText).length).toBeLessThan(Object.keys(pt).length / 3)
})

/** The settings, with the rooms whose pages are tabs of them. */
const OF_SETTINGS =
  /^(audit|companies|data-subjects|instances|plans|retention|settings)\/|^routes\/_app\/settings/

test('only the settings show the texts that come with them', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !/^i18n\//.test(file))
  const keysOfSettings = (shown: Iterable<string>) =>
    [...shown].flatMap(keysIn).filter((key) => isSettingsText(key) && !isFrameText(key))
  expect(
    keysOfSettings(files.filter((file) => OF_SETTINGS.test(file)).map((file) => join(WEB, file))).length,
  ).toBeGreaterThan(200)
  // With everything that they import. What they import on demand waits for the texts that it names (`ui/later.tsx`).
  const others = new Set<string>()
  for (const file of files) if (!OF_SETTINGS.test(file)) filesOf(join(WEB, file), others)
  for (const file of files) if (/\/realtime\.ts$/.test(file)) others.add(join(WEB, file))
  for (const file of others)
    if (/routes\/_app\/settings|settings\/page|routeTree/.test(file)) others.delete(file)
  expect(keysOfSettings(others)).toEqual([])
})
