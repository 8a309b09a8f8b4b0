import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ContactDialog } from '../../web/src/contacts/form/ContactDialog.tsx'
import { DeskOptions } from '../../web/src/settings/options/DeskOptions.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'
import { aShownContact } from '../support/web-contacts.ts'

interface ShownForm {
  form: UseFormReturnType<Record<string, unknown>>
  onSubmit: () => void
}
const { call, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  /** What is on the screen: a form in a dialog, and a section of a page as elements. */
  shown: { dialog: undefined as ShownForm | undefined, section: undefined as ReactNode },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session: {} }))
vi.mock('../../web/src/ui/FormDialog.tsx', () => ({
  FormDialog: (dialog: ShownForm) => {
    shown.dialog = dialog
    return null
  },
}))
vi.mock('../../web/src/ui/FormSection.tsx', () => ({
  FormSection: ({ children }: { children: ReactNode }) => {
    shown.section = children
    return null
  },
}))

beforeAll(showKeys)
beforeEach(() => {
  call.mockReset()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** The fields' and the form's props that the test uses. */
interface Props {
  label?: string
  value?: string
  error?: ReactNode
  onChange?: (value: string) => void
  onSubmit?: () => void
  children?: ReactNode
}
const props = (has: (props: Props) => boolean): Props =>
  elementsIn<Props>(shown.section)
    .map(({ props }) => props)
    .find(has) ?? {}
const field = (label: string) => props((each) => each.label === label)
const submitted = () => call.mock.calls.map(([, request]) => request)

const submit = async () => {
  props(({ onSubmit }) => onSubmit !== undefined).onSubmit?.()
  await vi.runAllTimersAsync()
}
const settings = (reopenMinutes: string, thanksWords = 'obrigado') =>
  new Map([
    ['reopenMinutes', reopenMinutes],
    ['triageMinutes', '10'],
    ['idleCloseHours', '0'],
    ['signMessages', 'choice'],
    ['historyVisibility', 'all'],
    ['thanksWords', thanksWords],
  ])

test('the options of the desk leave alone what another admin changed meanwhile', async () => {
  call.mockImplementation(async (_, { settingKey, value }) => ({ key: settingKey, value: value.trim() }))
  const page = await mounted(DeskOptions, { settings: settings('30') })
  const save = async (words: string) => {
    await page.after(() => field('options.desk.thanksWords').onChange?.(words))
    await page.after(submit)
  }
  await page.show({ settings: settings('60') })
  await save('valeu ')
  expect(submitted()).toEqual([{ settingKey: 'thanksWords', value: 'valeu ' }])
  expect(field('options.desk.thanksWords').value).toBe('valeu')
  // The next save compares with the saved values.
  await page.show({ settings: settings('60', 'valeu') })
  await save('obrigado')
  expect(submitted().slice(1)).toEqual([{ settingKey: 'thanksWords', value: 'obrigado' }])
  await page.unmount()
})

test('the options of the desk show what another admin changed, and keep what the user typed', async () => {
  call.mockImplementation(async (_, { settingKey, value }) => ({ key: settingKey, value }))
  const page = await mounted(DeskOptions, { settings: settings('30') })
  await page.after(() => field('options.desk.thanksWords').onChange?.('valeu'))
  await page.show({ settings: settings('60') })
  expect(field('options.desk.reopenMinutes').value).toBe('60')
  expect(field('options.desk.thanksWords').value).toBe('valeu')
  await page.after(() => field('options.desk.reopenMinutes').onChange?.('30'))
  await page.after(submit)
  expect(submitted()).toEqual([
    { settingKey: 'reopenMinutes', value: '30' },
    { settingKey: 'thanksWords', value: 'valeu' },
  ])
  await page.unmount()
})

test('an error of an option stays when the same values are loaded again', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  const page = await mounted(DeskOptions, { settings: settings('30') })
  await page.after(() => field('options.desk.reopenMinutes').onChange?.('1441'))
  await page.after(submit)
  const { error } = field('options.desk.reopenMinutes')
  expect(error).toBeTruthy()
  await page.show({ settings: settings('30') })
  expect(field('options.desk.reopenMinutes')).toMatchObject({ error, value: '1441' })
  expect(submitted()).toEqual([])
  await page.unmount()
})

test('an option that was saved before another one failed can be taken back', async () => {
  call.mockImplementationOnce(async (_, { settingKey, value }) => ({ key: settingKey, value }))
  call.mockRejectedValueOnce(new ApiError(0, 'ERR_NETWORK', 'Lost'))
  const page = await mounted(DeskOptions, { settings: settings('30') })
  await page.after(() => field('options.desk.reopenMinutes').onChange?.('45'))
  await page.after(() => field('options.desk.thanksWords').onChange?.('valeu'))
  await page.after(submit)
  expect(submitted()).toHaveLength(2)
  call.mockImplementation(async (_, { settingKey, value }) => ({ key: settingKey, value }))
  await page.after(() => field('options.desk.reopenMinutes').onChange?.('30'))
  await page.after(submit)
  expect(submitted().slice(2)).toEqual([
    { settingKey: 'reopenMinutes', value: '30' },
    { settingKey: 'thanksWords', value: 'valeu' },
  ])
  await page.unmount()
})

const ana = aShownContact({ number: null, lid: '77' })

test('a number that WhatsApp tells while the contact is edited stays', async () => {
  const dialog = await mounted(ContactDialog, { contact: ana, onClose: () => undefined })
  await dialog.show({ contact: { ...ana, number: '5511944770001' }, onClose: () => undefined })
  await dialog.after(() => shown.dialog?.form.setFieldValue('email', 'ana@x.test'))
  call.mockResolvedValue(ana)
  await dialog.after(async () => {
    shown.dialog?.onSubmit()
    await vi.runAllTimersAsync()
  })
  expect(submitted()).toMatchObject([{ contactId: 'C1', email: 'ana@x.test' }])
  expect(submitted()[0]).not.toHaveProperty('number')
  await dialog.unmount()
})
