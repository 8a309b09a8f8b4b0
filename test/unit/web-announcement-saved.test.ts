import { type Announcement, announcementInput } from '@recado/shared/announcements/announcement'
import { announcementRoutes } from '@recado/shared/announcements/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { Route } from '@recado/shared/http/contract'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AnnouncementDialog } from '../../web/src/announcements/AnnouncementDialog.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

interface ShownDialog {
  form: { setValues: (values: object) => void }
  children: ReactNode
  error: unknown
  onSubmit: () => void
  onClose: () => void
}
const { call, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  shown: { dialog: undefined as ShownDialog | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/ui/FormDialog.tsx', () => ({
  FormDialog: (dialog: ShownDialog) => {
    shown.dialog = dialog
    return null
  },
}))

const STORED: Announcement = {
  ...announcementInput.parse({ title: 'Domingo', text: 'Texto' }),
  id: 'A1',
  mediaName: null,
  mediaPath: null,
  createdAt: '2026-01-02T12:00:00.000Z',
  updatedAt: '2026-01-02T12:00:00.000Z',
}
const PICTURE = new File(['x'], 'aviso.png')
const refused = new ApiError(422, 'ERR_IMAGE_TYPE', 'No')
const NAMES = new Map<Route, string>(
  Object.entries<Route>(announcementRoutes).map(([name, route]) => [route, name]),
)

/** Calls of the API that fail next, by their names. */
let failures: string[]
beforeAll(showKeys)
beforeEach(() => {
  failures = []
  call.mockReset()
  call.mockImplementation(async (route: Route, request: Partial<Announcement>) => {
    const name = NAMES.get(route) ?? ''
    if (failures.includes(name)) throw refused
    return { ...STORED, ...(request.status !== undefined && { status: request.status }) }
  })
})

/** The changes, each with the status that it gives the announcement. */
const calls = () =>
  call.mock.calls.map(([route, { status }]) => [NAMES.get(route), ...(status === undefined ? [] : [status])])

async function aDialog(announcement?: Announcement) {
  const onClose = vi.fn()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = await mounted(AnnouncementDialog, { announcement, onClose })
  onTestFinished(page.unmount)
  if (!announcement)
    await page.after(() => shown.dialog?.form.setValues({ title: STORED.title, text: STORED.text }))
  return {
    onClose,
    choose: (file: File | null) =>
      page.after(() => {
        const [field] = elementsIn<{ children?: ReactNode; onChoose?: (file: File | null) => void }>(
          shown.dialog?.children,
        ).filter(({ props }) => props.onChoose)
        field?.props.onChoose?.(file)
      }),
    save: () =>
      page.after(async () => {
        shown.dialog?.onSubmit()
        await vi.runAllTimersAsync()
      }),
    cancel: () =>
      page.after(async () => {
        shown.dialog?.onClose()
        await vi.runAllTimersAsync()
      }),
  }
}

test('an announcement without an image is published at once', async () => {
  const dialog = await aDialog()
  await dialog.save()
  expect(calls()).toEqual([['createAnnouncement', true]])
  expect(dialog.onClose).toHaveBeenCalled()
})

test('an announcement is published only after its image is accepted', async () => {
  const dialog = await aDialog()
  await dialog.choose(PICTURE)
  await dialog.save()
  expect(calls()).toEqual([
    ['createAnnouncement', false],
    ['uploadAnnouncementMedia'],
    ['updateAnnouncement', true],
  ])
})

test('an announcement with a refused image stays hidden, and a further save continues with it', async () => {
  const dialog = await aDialog()
  failures = ['uploadAnnouncementMedia']
  await dialog.choose(PICTURE)
  await dialog.save()
  expect(shown.dialog?.error).toBe(refused)
  expect(calls()).toEqual([['createAnnouncement', false], ['uploadAnnouncementMedia']])
  await dialog.choose(null)
  await dialog.save()
  expect(calls().slice(2)).toEqual([['updateAnnouncement', true]])
  expect(dialog.onClose).toHaveBeenCalledTimes(1)
})

test('an announcement that could not be activated is activated by a further save', async () => {
  const dialog = await aDialog()
  failures = ['updateAnnouncement']
  await dialog.choose(PICTURE)
  await dialog.save()
  failures = []
  await dialog.save()
  expect(calls().slice(3)).toEqual([['uploadAnnouncementMedia'], ['updateAnnouncement', true]])
  expect(dialog.onClose).toHaveBeenCalledTimes(1)
})

test('a cancelled dialog deletes the announcement that it left hidden', async () => {
  const dialog = await aDialog()
  failures = ['uploadAnnouncementMedia']
  await dialog.choose(PICTURE)
  await dialog.save()
  await dialog.cancel()
  expect(calls().slice(2)).toEqual([['deleteAnnouncement']])
  expect(dialog.onClose).toHaveBeenCalledTimes(1)
})

test('a refused image changes nothing of a published announcement, also when the user cancels', async () => {
  const dialog = await aDialog(STORED)
  failures = ['uploadAnnouncementMedia']
  await dialog.choose(PICTURE)
  await dialog.save()
  await dialog.cancel()
  expect(calls()).toEqual([['uploadAnnouncementMedia']])
})
