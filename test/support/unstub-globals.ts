import { afterAll, vi } from 'vitest'

// Vitest takes the last test's globals back only before the next test, which is after the next file in the worker was loaded.
afterAll(() => void vi.unstubAllGlobals())
