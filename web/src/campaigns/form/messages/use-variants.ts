import { useEffect, useRef } from 'react'
import { filledVariants, type TextField } from '../campaign-values.ts'
import type { OpenVariants } from '../form-search.ts'
import type { SectionProps } from '../use-campaign-form.ts'

interface Variants {
  kind: 'message' | 'confirmation'
  fields: readonly TextField[]
  form: SectionProps['form']
  variants: OpenVariants
  isSettled: boolean
}

/** The variants of a text that are shown, and how one is added and removed. Variants count from 1. */
export function useVariants({ kind, fields, form, variants, isSettled }: Variants) {
  const filled = filledVariants(form.values, fields)
  const open = variants[kind]
  const shown = [...new Set([...filled, open])].sort((one, other) => one - other)
  const next = fields.map((_, index) => index + 1).find((variant) => !shown.includes(variant))
  const rootRef = useRef<HTMLDivElement>(null)
  /** The variant whose text takes the focus once it is open: the pressed button may be gone. */
  const awaited = useRef<number>(undefined)
  useEffect(() => {
    if (awaited.current !== open) return
    awaited.current = undefined
    rootRef.current?.querySelector('textarea')?.focus()
  })
  const write = (variant: number) => {
    awaited.current = variant
    variants.open(kind, variant)
  }
  return {
    rootRef,
    shown,
    /** The number of another variant; undefined if there are five, or an empty one is open. */
    next: filled.includes(open) ? next : undefined,
    add: () => next !== undefined && write(next),
    remove: (variant: number) => {
      const texts = fields.map((field) => form.values[field])
      const rest = isSettled
        ? texts.map((text, index) => (index === variant - 1 ? '' : text))
        : [...texts.filter((_, index) => index !== variant - 1), '']
      for (const [index, field] of fields.entries()) form.setFieldValue(field, rest[index] ?? '')
      const left = rest.flatMap((text, index) => (text.trim() ? [index + 1] : []))
      write(left.findLast((each) => each <= variant) ?? left[0] ?? 1)
    },
  }
}
