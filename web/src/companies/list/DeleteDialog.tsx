import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import type { CompanyDeletion, CompanyRecord } from '@recado/shared/companies/register/company-record'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { textOf } from '../../ui/toast.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { announceDeletion } from '../announce-deletion.ts'
import { companyKeys } from '../keys.ts'
import { deletionQuery, isDeletionOver, useDeleteCompany } from '../queries.ts'

interface DeleteDialogProps {
  company: CompanyRecord
  onClose: () => void
}

/**
 * Asks for the company's name before its deletion, then shows the progress. Opened again, it shows the progress
 * at once.
 */
export function DeleteDialog({ company, onClose }: DeleteDialogProps) {
  const { t } = useTexts()
  const { id, name } = company
  const remove = useDeleteCompany()
  const isBegun = company.isBeingDeleted || remove.isSuccess
  const { isBeingDeleted } = company
  const { mutate: begin } = remove
  // Opening the dialog restarts a deletion that died. A running deletion ignores it.
  useEffect(() => {
    if (isBeingDeleted) begin(id)
  }, [isBeingDeleted, begin, id])
  return (
    <Dialog
      opened
      isBusy={!isBegun && remove.isPending}
      onClose={onClose}
      title={t('companies.delete.title', { name })}
    >
      {isBegun ? (
        <Going id={id} name={name} onClose={onClose} />
      ) : (
        <Question
          name={name}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(id)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  name: string
  error: unknown
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

function Question({ name, error, isBusy, onConfirm, onClose }: QuestionProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight && !isBusy) onConfirm()
      }}
    >
      <Stack>
        <Text>{t('companies.delete.text')}</Text>
        <TextInput
          label={t('companies.delete.typeName', { name })}
          labelProps={{ style: { overflowWrap: 'anywhere' } }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {error != null && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={isBusy} disabled={!isRight}>
            {t('companies.delete.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The progress of a deletion. A deletion that is not found any more is complete. */
function Going({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(deletionQuery(id))
  const isOver = isDeletionOver(error)
  useEffect(() => {
    if (!isOver) return
    announceDeletion({ id, name })
    client.invalidateQueries({ queryKey: companyKeys.lists })
    client.invalidateQueries({ queryKey: companyKeys.dashboard })
    onClose()
  }, [isOver, client, id, name, onClose])
  return (
    <Stack>
      {error && !isOver ? (
        <ListProblem
          title={t('companies.delete.notLoaded')}
          error={error}
          onRetry={refetch}
          isRetrying={isFetching && !data}
        />
      ) : (
        <DeletionBar deletion={data} />
      )}
      <Text size="sm" c="dimmed">
        {t('companies.delete.leave')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function DeletionBar({ deletion }: { deletion: CompanyDeletion | undefined }) {
  const { t } = useTexts()
  const format = useNumbers()
  const isErasing = deletion?.status === 'erasing'
  const { done = 0, total = 1 } = deletion ?? {}
  return (
    <Stack gap={6}>
      <Progress
        size="lg"
        color="red"
        value={isErasing ? (done / total) * 100 : 100}
        animated={!isErasing}
        aria-label={t('companies.delete.running')}
      />
      <Text size="sm" role="status">
        {isErasing
          ? t('companies.delete.erasing', { done: format(done), total: format(total) })
          : t('companies.delete.unlinking')}
      </Text>
    </Stack>
  )
}
