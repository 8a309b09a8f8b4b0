import * as z from 'zod'
import { LANGUAGES } from '../language.ts'

/** Of calls for a spreadsheet: the language of its titles, of its words and of its name. */
export const fileQuery = z.strictObject({ language: z.enum(LANGUAGES).default('pt') })
