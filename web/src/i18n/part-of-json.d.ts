/** Parts of the texts: see `partsOfTexts` in vite.config.ts. */
declare module '*.json?public' {
  const texts: Record<string, string>
  export default texts
}
declare module '*.json?frame' {
  const texts: Record<string, string>
  export default texts
}
declare module '*.json?settings' {
  const texts: Record<string, string>
  export default texts
}
declare module '*.json?other' {
  const texts: Record<string, string>
  export default texts
}
