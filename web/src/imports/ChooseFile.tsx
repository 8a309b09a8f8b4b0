import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import { useState } from 'react'
import { ConsentFields } from '../contact-lists/consent/ConsentFields.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { useIsIntegrated } from '../integration/queries.ts'
import { Hint } from '../ui/Hint.tsx'
import { textOf } from '../ui/toast.ts'
import { areColumnsCertain, hasOnlyHeader } from './column-choice.ts'
import { FileDrop } from './FileDrop.tsx'
import classes from './imports.module.css'
import type { ImportValues } from './PrepareImport.tsx'
import { StateOfFile } from './StateOfFile.tsx'
import type { ImportTarget } from './target.ts'
import type { Spreadsheet } from './use-spreadsheet.ts'

interface ChooseFileProps {
  target: ImportTarget
  spreadsheet: Spreadsheet
  form: UseFormReturnType<ImportValues>
  error: unknown
  isBusy: boolean
  onGoOn: () => void
  onColumns: () => void
  onClose: () => void
}

/** The file, and for a list the consent of the people in it. */
export function ChooseFile(props: ChooseFileProps) {
  const { target, spreadsheet, form, error, isBusy, onGoOn, onColumns, onClose } = props
  const { t } = useTexts()
  const isIntegrated = useIsIntegrated()
  const [refusal, setRefusal] = useState<string>()
  const { read, file } = spreadsheet
  const mayTryAgain = spreadsheet.error instanceof ApiError && spreadsheet.error.isFromTheWay
  const isFound = read !== undefined && areColumnsCertain(read.preview)
  const isHeaderOnly = read !== undefined && hasOnlyHeader(read.preview)
  const failure = spreadsheet.error ?? error
  const problem =
    refusal ??
    (failure == null ? undefined : textOf(failure)) ??
    (isHeaderOnly ? t('imports.onlyHeader') : undefined)
  return (
    <Stack>
      {problem && (
        <Alert color="red" role="alert">
          <Stack gap="sm" align="start">
            {problem}
            {!refusal && file && mayTryAgain && (
              <Button size="xs" variant="default" onClick={() => spreadsheet.take(file)}>
                {t('common.tryAgain')}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      <FileDrop
        fileName={file?.name}
        disabled={isBusy}
        onFile={(file) => {
          setRefusal(undefined)
          spreadsheet.take(file)
        }}
        onRefused={(text) => {
          spreadsheet.drop()
          setRefusal(text)
        }}
      />
      <StateOfFile target={target} spreadsheet={spreadsheet} />
      {target.kind === 'list' && (
        <>
          <ConsentFields
            values={form.values.consent}
            onChange={(consent) => {
              form.setFieldValue('consent', consent)
              form.clearFieldError('consent.source')
              form.clearFieldError('consent.date')
            }}
            errors={form.errors}
            isRequired
          />
          <Group gap={6}>
            <Checkbox
              label={t('imports.removeDuplicates')}
              {...form.getInputProps('removesDuplicates', { type: 'checkbox' })}
            />
            <Hint text={t('imports.removeDuplicatesHint')} />
          </Group>
          {isIntegrated && (
            <Checkbox
              label={t('imports.sync')}
              description={t('imports.syncHint')}
              {...form.getInputProps('syncs', { type: 'checkbox' })}
            />
          )}
        </>
      )}
      <Group justify="flex-end" className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t('common.cancel')}
        </Button>
        {isFound && (
          <Button variant="default" onClick={onColumns} disabled={isBusy}>
            {t('imports.adjustColumns')}
          </Button>
        )}
        <Button disabled={!read || isHeaderOnly} loading={isBusy} onClick={onGoOn}>
          {read && !isFound && !isHeaderOnly ? t('imports.goOn') : t(`imports.start.${target.kind}`)}
        </Button>
      </Group>
    </Stack>
  )
}
