import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The long ones wait more than they compute: two cores carry four.
    maxWorkers: 4,
  },
})
