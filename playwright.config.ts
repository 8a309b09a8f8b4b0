import { defineConfig } from '@playwright/test'

/** Specs that start systems of their own: `sharedSystem` in test/e2e/shared-system.ts says which need one. */
const OWN_SYSTEM =
  /(administration|announcements|bad-input|handover|hostile-strings|pictures|retention|support|ticket-faults)\.spec/
/** It has a system of its own too. */
const WITH_MOTION = /main-job\.spec/

/** Motion costs an eighth of the time. */
const WITHOUT_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const

export default defineConfig({
  testDir: 'test/e2e',
  timeout: 180_000,
  // What the page shows comes over queues and sockets; on a busy machine that takes its time.
  expect: { timeout: 30_000 },
  workers: 2,
  // Playwright starts new workers for each project, so a shared system stops before the other specs start.
  projects: [
    { name: 'shared system', testIgnore: [OWN_SYSTEM, WITH_MOTION], use: WITHOUT_MOTION },
    { name: 'main job', testMatch: WITH_MOTION },
    { name: 'own system', testMatch: OWN_SYSTEM, use: WITHOUT_MOTION },
  ],
  reporter: 'list',
  outputDir: 'test-results',
  // One set for all: Inter is our own, and the tolerance covers what browsers smooth differently.
  snapshotPathTemplate: 'test/pictures/expected/{arg}{ext}',
  use: {
    locale: 'pt-BR',
    actionTimeout: 30_000,
    timezoneId: 'America/Sao_Paulo',
    // Its requests pass by the routes of the specs.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live for seconds, and V8's optimizing compilers cost more than they save.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
