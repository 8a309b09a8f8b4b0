/**
 * Zod is told, before the first schema is made, that the content security policy allows no code made from text. What makes
 * schemas is imported after this.
 */
export const loadSchemas = (): Promise<unknown> => import('./schemas.ts')
