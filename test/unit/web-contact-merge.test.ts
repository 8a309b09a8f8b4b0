import { ApiError } from '@recado/shared/http/api-error'
import { MutationObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../web/src/api/query-client.ts'
import { undoMergeMutation } from '../../web/src/contacts/queries.ts'

const { call, toastSuccess, toastError } = vi.hoisted(() => ({
  call: vi.fn(),
  toastSuccess: vi.fn(),
  toastError: vi.fn(),
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/ui/toast.ts', () => ({ toastSuccess, toastError }))

beforeEach(() => {
  vi.clearAllMocks()
})

/** Clicks "Desfazer" in the toast of a merge. Its dialog is closed, so no component listens. */
const undo = () => new MutationObserver(queryClient, undoMergeMutation(queryClient)).mutate('M1')

test('a merge that is taken back from its toast says so', async () => {
  call.mockResolvedValue({})
  await undo()
  expect(toastSuccess).toHaveBeenCalledTimes(1)
  expect(toastError).not.toHaveBeenCalled()
})

test('a merge that cannot be taken back from its toast says why', async () => {
  const tooLate = new ApiError(409, 'ERR_UNDO_TOO_LATE', 'Too late')
  call.mockRejectedValue(tooLate)
  await expect(undo()).rejects.toThrow('Too late')
  expect(toastError.mock.calls).toEqual([[tooLate]])
  expect(toastSuccess).not.toHaveBeenCalled()
})
