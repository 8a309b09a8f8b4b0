import { DEFAULT_BOUNDS, KEEPS_ALL } from '@recado/shared/retention/retention'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { BoundsForm } from '../../web/src/retention/BoundsForm.tsx'
import { RetentionForm } from '../../web/src/retention/RetentionForm.tsx'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

interface Field {
  label?: string
  placeholder?: string
  error?: ReactNode
  legend?: string
  opened?: boolean
  onChange?: (value: number | string) => void
  onSubmit?: () => void
  onConfirm?: () => void
  children?: ReactNode
}
const { call, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  shown: { section: undefined as ReactNode },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/ui/FormSection.tsx', () => ({
  FormSection: ({ children }: { children: ReactNode }) => {
    shown.section = children
    return null
  },
}))

beforeAll(speakPortuguese)
beforeEach(() => {
  call.mockReset()
  call.mockImplementation(async (_, bounds) => bounds)
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const all = (within: ReactNode = shown.section) => elementsIn<Field>(within).map(({ props }) => props)
const only = (has: (props: Field) => boolean, within?: ReactNode): Field => all(within).find(has) ?? {}
const maximumOf = (kind: string) =>
  only(({ label }) => label === 'Máximo', only(({ legend }) => legend === kind).children)
const question = () => only(({ onConfirm }) => onConfirm !== undefined)
/** Sends, after the delay of forms. */
const sends = async (send: (() => void) | undefined) => {
  send?.()
  await vi.runAllTimersAsync()
}
const lines = () =>
  all(question().children).flatMap(({ children }) => (typeof children === 'string' ? [children] : []))

async function theBounds() {
  const page = await mounted(BoundsForm, { bounds: DEFAULT_BOUNDS })
  onTestFinished(page.unmount)
  return {
    after: page.after,
    save: () => page.after(() => sends(only(({ onSubmit }) => onSubmit !== undefined).onSubmit)),
  }
}

test('a new maximum of the platform is saved only after a question that names what it deletes', async () => {
  const form = await theBounds()
  await form.after(() => maximumOf('Conversas').onChange?.(60))
  await form.save()
  expect(call).not.toHaveBeenCalled()
  expect(question().opened).toBe(true)
  expect(lines()).toContain('Conversas: tudo o que tiver mais de 60 dias')
  expect(lines().join()).not.toContain('Auditoria')
  await form.after(() => sends(question().onConfirm))
  expect(call.mock.calls.map(([, bounds]) => bounds)).toEqual([
    { ...DEFAULT_BOUNDS, conversations: { minimum: 30, maximum: 60 } },
  ])
  expect(question().opened).toBe(false)
})

test('bounds that delete nothing are saved without a question', async () => {
  const form = await theBounds()
  await form.after(() =>
    only(({ label }) => label === 'Mínimo', only(({ legend }) => legend === 'Conversas').children).onChange?.(
      45,
    ),
  )
  await form.save()
  expect(question().opened).toBe(false)
  expect(call).toHaveBeenCalledTimes(1)
})

test('a maximum of imports beyond their expiry is refused', async () => {
  const form = await theBounds()
  expect(maximumOf('Importações').placeholder).toBe('Até 90 dias')
  await form.after(() => maximumOf('Importações').onChange?.(120))
  await form.save()
  expect(maximumOf('Importações').error).toBe('De 7 a 90 dias, e o máximo não menor que o mínimo.')
  expect(call).not.toHaveBeenCalled()
})

test('an empty field of a company shows how long it keeps', async () => {
  const bounds = {
    ...DEFAULT_BOUNDS,
    media: { minimum: 7, maximum: 3650 },
    imports: { minimum: 7, maximum: 90 },
  }
  const state = { chosen: KEEPS_ALL, kept: KEEPS_ALL, bounds, lastRun: null }
  const page = await mounted(RetentionForm, { state })
  onTestFinished(page.unmount)
  const shownBy = (kind: string) => only(({ label }) => label === kind).placeholder
  expect(['Conversas', 'Arquivos das conversas', 'Importações'].map(shownBy)).toEqual([
    'Sem limite',
    'Até 3.650 dias',
    'Até 90 dias',
  ])
})
