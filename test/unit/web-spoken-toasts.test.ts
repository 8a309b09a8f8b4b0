import { isValidElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Spoken } from '../../web/src/ui/Spoken.tsx'
import { toastError, toastInfo, toastSuccess } from '../../web/src/ui/toast.ts'
import { mounted } from '../support/mounted.ts'

const { show } = vi.hoisted(() => ({ show: vi.fn() }))
vi.mock('@mantine/notifications', () => ({ notifications: { show } }))

afterEach(() => void vi.useRealTimers())

test('a toast gives its words to screen readers after they know of it: NVDA reads no others', async () => {
  vi.useFakeTimers()
  const spoken = await mounted(() => ({ box: Spoken({ children: 'Salvo' }) }), {})
  const isHidden = () => spoken.answer()?.box.props['aria-hidden']
  expect(isHidden()).toBe(true)
  await spoken.after(() => vi.advanceTimersByTime(200))
  expect(isHidden()).toBeUndefined()
  await spoken.unmount()
})

test('toasts with the role status wait for screen readers, and alerts, which are read as they come, do not', () => {
  toastSuccess('Salvo')
  toastInfo('Nada a fazer')
  toastError('Sem rede')
  const shown = show.mock.calls.map(([{ role, message }]) => [
    role,
    isValidElement(message) && message.type === Spoken,
  ])
  expect(shown).toEqual([
    ['status', true],
    ['status', true],
    ['alert', false],
  ])
})
