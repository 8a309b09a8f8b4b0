import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ImportPreview, SheetLayout } from '@recado/shared/imports/import'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from '../ui/toast.ts'
import { fieldsFor, joinedRoles, layoutOf, withField } from './column-choice.ts'
import { SheetTable } from './SheetTable.tsx'
import type { ImportTarget } from './target.ts'

interface ChooseColumnsProps {
  target: ImportTarget
  preview: ImportPreview
  error: unknown
  isBusy: boolean
  /** Whether the import can start, because everything else is answered. */
  isLast: boolean
  onAdjust: (changes: Partial<ImportPreview>) => void
  onBack: () => void
  onChosen: (layout: SheetLayout) => void
}

/** Assigns columns over the first rows of the file, and sets the line of the first contact. */
export function ChooseColumns(props: ChooseColumnsProps) {
  const { target, preview, error, isBusy, isLast, onAdjust, onBack, onChosen } = props
  const { t } = useTexts()
  const fields = fieldsFor(target)
  const [isMissing, setIsMissing] = useState(false)
  const submit = () => {
    const layout = layoutOf(preview)
    setIsMissing(!layout)
    if (layout) onChosen(layout)
  }
  const problem = isMissing ? t('imports.numberMissing') : error != null && textOf(error)
  return (
    <Stack>
      <Alert
        role="note"
        icon={<IconColumns3 aria-hidden />}
        color={preview.clear ? 'blue' : 'yellow'}
        py="xs"
      >
        {preview.clear ? t('imports.columnsText') : t('imports.unclear')}
      </Alert>
      <SheetTable
        preview={preview}
        fields={fields}
        onField={(column, field) => {
          setIsMissing(false)
          onAdjust({ columns: withField(preview.columns, column, field) })
        }}
        onFirstLine={(firstLine) => onAdjust({ firstLine })}
      />
      <Text size="sm" c="dimmed">
        {[
          ...joinedRoles(preview.columns).map((role) => t(`imports.joined.${role}`)),
          t('imports.firstLineHint'),
        ].join(' ')}
      </Text>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          {t('common.back')}
        </Button>
        <Button loading={isBusy} onClick={submit}>
          {isLast ? t(`imports.start.${target.kind}`) : t('imports.useColumns')}
        </Button>
      </Group>
    </Stack>
  )
}
