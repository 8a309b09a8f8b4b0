import { defineConfig } from 'vitest/config'

/** One story, told in its order: what failed spoils what follows. */
export default defineConfig({
  test: {
    include: ['test/deploy/deployment.spec.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    bail: 1,
    reporters: ['verbose'],
    sequence: { concurrent: false, shuffle: false },
  },
})
