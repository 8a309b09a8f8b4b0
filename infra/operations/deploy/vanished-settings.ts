/**
 * Settings of the deployed stack that the file no longer has: `alarmEmail`, `socketService.cpu`. A value that only
 * changed is none of them.
 */
export function vanishedSettings(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const current = now[name]
    if (current === undefined) return [name]
    if (!isRecord(old) || !isRecord(current)) return []
    return vanishedSettings(old, current).map((inner) => `${name}.${inner}`)
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
