/** The texts of the pages before the login: see `publicTexts` in vite.config.ts. */
declare module '*.json?public' {
  const texts: Record<string, string>
  export default texts
}
