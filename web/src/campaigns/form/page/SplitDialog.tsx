import { namesOfParts } from '@recado/shared/campaigns/contract/parts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useNumbers } from '../../../ui/use-numbers.ts'
import type { Split } from '../use-store-campaign.ts'

interface SplitDialogProps {
  split: Split | undefined
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a tag of more than 500 contacts is split into several campaigns (part 2 §2). */
export function SplitDialog({ split, isBusy, onConfirm, onClose }: SplitDialogProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const { contacts = 0, parts = 1, name = '' } = split ?? {}
  const names = namesOfParts(name, parts)
  return (
    <ConfirmDialog
      opened={split !== undefined}
      title={t('campaigns.split.title', { parts })}
      action={t('campaigns.split.action', { parts })}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('campaigns.split.text', {
        contacts: format(contacts),
        parts,
        first: names[0] ?? name,
        last: names.at(-1) ?? name,
      })}
    </ConfirmDialog>
  )
}
