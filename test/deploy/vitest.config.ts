import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/conformance/*.test.ts', 'test/deploy/deployment.spec.ts'],
    // One story in order: a failed step spoils the later ones.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    bail: 1,
    reporters: ['verbose'],
    sequence: { concurrent: false, shuffle: false },
  },
})
