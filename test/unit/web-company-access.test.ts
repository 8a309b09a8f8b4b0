import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ActionDialog } from '../../web/src/companies/list/ActionDialog.tsx'
import { mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { aShownCompany } from '../support/web-companies.ts'

interface Question {
  children: ReactElement<{ children: string }>
  onConfirm: () => void
}
const { call, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  shown: { question: undefined as Question | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => undefined, onChange: () => () => undefined },
}))
vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => 'America/Sao_Paulo' }))
vi.mock('../../web/src/ui/ConfirmDialog.tsx', () => ({
  ConfirmDialog: (question: Question) => {
    shown.question = question
    return null
  },
}))

const company = aShownCompany({
  email: 'financeiro@aurora.test',
  access: { email: 'ana@aurora.test', followsCompany: false },
})

beforeAll(speakPortuguese)
beforeEach(() => {
  notifications.clean()
  call.mockReset().mockResolvedValue({ email: 'ana@aurora.test' })
})

test('the question and the result of sending the access e-mail again name the recipient', async () => {
  const dialog = await mounted(
    ActionDialog,
    { action: 'resetPassword', company, onClose: () => undefined },
    new QueryClient(),
  )
  expect(shown.question?.children.props.children).toContain(
    'O administrador recebe em ana@aurora.test um link',
  )
  await dialog.after(() => shown.question?.onConfirm())
  expect(notificationsStore.getState().notifications).toMatchObject([
    {
      message: {
        props: { children: 'O email de acesso foi reenviado com sucesso! Destinatário: ana@aurora.test' },
      },
    },
  ])
  await dialog.unmount()
})
