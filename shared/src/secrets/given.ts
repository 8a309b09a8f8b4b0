/** What AWS declares as optional and always gives. @throws where it was not given */
export function givenByAws<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('AWS answered without a value')
  return value
}
