/** The texts, where none of a thing is said in the plural: "0 contatos". The rules of Intl count it as one in Portuguese. */
export function withZeros(texts: Readonly<Record<string, string>>): Record<string, string> {
  const zeros = Object.entries(texts)
    .filter(([key]) => key.endsWith('_other'))
    .map(([key, text]) => [key.replace(/_other$/, '_zero'), text])
  return { ...Object.fromEntries(zeros), ...texts }
}
