import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The shell without windows comes first: the same browser, with a quarter less processor time. */
const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A Chromium for the browser tests: an installed one, else one installed here. @throws when none can be found or
 * installed
 */
export function findChromium(): string {
  return installed() ?? byPlaywright() ?? bySystemPackages() ?? missing()
}

const installed = (): string | undefined =>
  PLACES.find((place) => place && existsSync(place)) ?? playwrights()

function playwrights(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Debian's packages, if this user may install packages. */
function bySystemPackages(): string | undefined {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return undefined
  console.log('Installing Chromium from the system packages (once)…')
  run('apt-get', ['update', '-qq'])
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-color-emoji'])
    if (installed()) break
  }
  return installed()
}

function byPlaywright(): string | undefined {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) return undefined
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  return installed()
}

function missing(): never {
  throw new Error('The browser tests need a Chromium: install one, or name it in CHROMIUM=/path/to/chromium')
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
