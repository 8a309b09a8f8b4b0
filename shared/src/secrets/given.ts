/** A value that AWS declares as optional and always returns. @throws Error if it is missing */
export function givenByAws<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('AWS answered without a value')
  return value
}
