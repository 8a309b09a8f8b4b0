import * as z from 'zod'
import { codePointsOf, isPlainlyOrdered } from './text.ts'

/**
 * What people call something: of a length in code points, as OpenAPI counts it, and without bidi controls, which
 * make one name look like another.
 */
export const nameText = (shortest: number, longest: number) =>
  z
    .string()
    .trim()
    .min(shortest)
    .check(({ value, issues }) => {
      if (codePointsOf(value) > longest)
        issues.push({ code: 'too_big', origin: 'string', maximum: longest, inclusive: true, input: value })
      if (!isPlainlyOrdered(value)) issues.push({ code: 'invalid_format', format: 'name', input: value })
    })
    .meta({ maxLength: longest })

/** The name of something that a company has. */
export const name = nameText(2, 50)
