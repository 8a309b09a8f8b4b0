/** Size of a bench: `npm run bench` takes the usual one, and the test of all parts the smallest. */
export type Size = 'usual' | 'smallest'

/** A number of the usual size. An environment variable overrides it. */
export const given = (name: string, usual: number): number => Number(process.env[name] ?? usual)
