/** Parsed JSON that must be an object here. */
export function within(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`Not an object: ${JSON.stringify(value)}`)
  return value as Record<string, unknown>
}
