import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { textOf } from '../../ui/toast.ts'
import { type Started, StartSummary } from './StartSummary.tsx'

interface ReviewDialogProps {
  title: string
  /** Label of the button that starts or schedules. */
  action: string
  campaign: Started
  precheck: UseQueryResult<Precheck>
  /** Whether recipients may be added until the start. */
  mayBeEmpty: boolean
  /** What else the user agrees to. */
  note?: ReactNode
  isBusy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/**
 * The review before a start or a schedule: how many, from which number, from when until about when, and who is left
 * out and why. Nothing has happened yet when it opens.
 */
export function ReviewDialog(props: ReviewDialogProps) {
  const { title, action, campaign, precheck, mayBeEmpty, note, isBusy, error, onConfirm, onClose } = props
  const { t } = useTexts()
  const mayConfirm = precheck.data !== undefined && (mayBeEmpty || precheck.data.sendable > 0)
  return (
    <Dialog opened isBusy={isBusy} onClose={onClose} title={title} size="lg">
      <Stack>
        <StartSummary campaign={campaign} query={precheck} />
        {note && <Text>{note}</Text>}
        {error != null && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('campaigns.review.adjust')}
          </Button>
          <Button
            onClick={() => mayConfirm && onConfirm()}
            loading={isBusy}
            // It has the focus from the beginning, which a disabled button cannot have.
            aria-disabled={!mayConfirm}
            data-disabled={!mayConfirm || undefined}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
