import type { ReactElement } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { campaignRequestOf, newCampaign } from '../../web/src/campaigns/form/campaign-values.ts'
import { connectionFormValues, connectionInputOf } from '../../web/src/connections/form/values.ts'
import { ItemDialog } from '../../web/src/contact-lists/items/ItemDialog.tsx'
import { HelpDialog } from '../../web/src/helps/HelpDialog.tsx'
import { textOrNull } from '../../web/src/ui/form.ts'
import { mounted, showKeys } from '../support/mounted.ts'

interface ShownDialog {
  form: { setValues: (values: object) => void }
  onSubmit: () => void
}
const { call, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  shown: { dialog: undefined as ShownDialog | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session: {} }))
vi.mock('../../web/src/ui/FormDialog.tsx', () => ({
  FormDialog: (dialog: ShownDialog) => {
    shown.dialog = dialog
    return null
  },
}))

beforeAll(showKeys)
beforeEach(() => {
  call.mockReset().mockResolvedValue({ id: '1' })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const nothing = () => undefined

/** What a dialog sends, with its other fields empty. */
async function sentBy<P>(dialog: (props: P) => ReactElement, props: P, filled: object) {
  const page = await mounted(dialog, props)
  await page.after(() => shown.dialog?.form.setValues(filled))
  await page.after(async () => {
    shown.dialog?.onSubmit()
    await vi.runAllTimersAsync()
  })
  await page.unmount()
  return call.mock.calls[0]?.[1]
}

test('a form sends an empty text as null, and any other as it is', () => {
  expect(['', '  ', ' Olá '].map(textOrNull)).toEqual([null, null, ' Olá '])
})

test('the form of a contact in a list sends empty fields as null', async () => {
  const filled = { name: 'Maria', number: '11955570009', var2: 'ouro' }
  const props = { contactListId: 'L1', item: undefined, onClose: nothing }
  expect(await sentBy(ItemDialog, props, filled)).toEqual({
    ...filled,
    contactListId: 'L1',
    email: null,
    var1: null,
    var3: null,
  })
})

test('the form of a help video sends an empty description as null', async () => {
  const filled = { title: 'Primeiros passos', video: 'dQw4w9WgXcQ' }
  expect(await sentBy(HelpDialog, { help: undefined, onClose: nothing }, filled)).toEqual({
    ...filled,
    description: null,
  })
})

test('the form of a campaign sends empty messages and an empty number as null', () => {
  const values = { ...newCampaign('America/Sao_Paulo'), message1: 'Olá', contactName: 'Suporte' }
  const { message1, message2, confirmationMessage5, contactName, contactNumber } = campaignRequestOf(
    values,
    'PRIVATE',
    'America/Sao_Paulo',
  )
  expect([message1, message2, confirmationMessage5]).toEqual(['Olá', null, null])
  expect([contactName, contactNumber]).toEqual(['Suporte', null])
})

test('the form of a connection sends empty messages as null', () => {
  const values = { ...connectionFormValues(undefined, false), greetingMessage: 'Olá' }
  expect(connectionInputOf(values)).toMatchObject({
    greetingMessage: 'Olá',
    complationMessage: null,
    outOfHoursMessage: null,
    ratingMessage: null,
  })
})
