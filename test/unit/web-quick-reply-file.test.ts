import { ApiError } from '@recado/shared/http/api-error'
import type { ReactNode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { QuickReplyDialog } from '../../web/src/quick-replies/form/QuickReplyDialog.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

interface Dialog {
  onSubmit: () => void
  children: ReactNode
}
const { save, shown } = vi.hoisted(() => ({
  save: vi.fn(),
  shown: { dialog: undefined as Dialog | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn() }))
vi.mock('../../web/src/api/session.ts', () => ({ session: {} }))
vi.mock('../../web/src/session/use-session.ts', () => ({ useMay: () => false }))
vi.mock('../../web/src/quick-replies/queries.ts', () => ({
  useSaveQuickReply: () => ({ mutate: save, isPending: false, error: null }),
}))
vi.mock('../../web/src/ui/FormDialog.tsx', () => ({
  FormDialog: (dialog: Dialog) => {
    shown.dialog = dialog
    return null
  },
}))

beforeAll(showKeys)

interface FieldProps {
  label?: string
  error?: ReactNode
  value?: unknown
  onChange?: (value: unknown) => void
  children?: ReactNode
}
const fields = () => elementsIn<FieldProps>(shown.dialog?.children).map(({ props }) => props)
const field = (label: string) => fields().find((props) => props.label === `quickReplies.${label}`)
const fileField = () =>
  fields().find(({ label, value }) => !label && (value === null || value instanceof File))

test.each([
  ['image/jpeg', 'ERR_MEDIA_TYPE', 'errors.fileIsNot.image'],
  ['video/mp4', 'ERR_MEDIA_TYPE', 'errors.fileIsNot.video'],
  ['audio/mpeg', 'ERR_UPLOAD_TOO_LARGE', 'errors.fileTooLargeAs.audio'],
])('a quick reply says at its file why %s was refused with %s', async (type, code, words) => {
  save.mockImplementation((_, { onError }) => onError(new ApiError(400, code, 'No')))
  const page = await mounted(QuickReplyDialog, { reply: undefined, onClose: () => undefined })
  await page.after(() => {
    field('shortcode')?.onChange?.('falso')
    field('message')?.onChange?.('Veja')
    fileField()?.onChange?.(new File(['x'], 'falso', { type }))
  })
  await page.after(() => shown.dialog?.onSubmit())
  expect(fileField()).toMatchObject({ error: words })
  await page.after(() => fileField()?.onChange?.(null))
  expect(fileField()).not.toMatchObject({ error: words })
})
