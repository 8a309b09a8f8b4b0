import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e',
  timeout: 180_000,
  // What the page shows comes over queues and sockets; on a busy machine that takes its time.
  expect: { timeout: 15_000 },
  // Each file has a system of its own.
  workers: 2,
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    locale: 'pt-BR',
    actionTimeout: 15_000,
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
