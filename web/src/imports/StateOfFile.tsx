import { Progress, Stack, Text } from '@mantine/core'
import type { ImportPreview } from '@recado/shared/imports/import'
import { useTexts } from '../i18n/use-texts.ts'
import { type Assignment, columnName, fieldsFor, leftOut, titleOf } from './column-choice.ts'
import { FoundColumns } from './FoundColumns.tsx'
import classes from './imports.module.css'
import type { ImportTarget } from './target.ts'
import type { Spreadsheet } from './use-spreadsheet.ts'

interface StateOfFileProps {
  target: ImportTarget
  spreadsheet: Spreadsheet
  /** The columns that will be imported; undefined while they are unclear. */
  assignment: Assignment | undefined
}

/** The upload progress of the file, then the columns that will be imported, and those that will not. */
export function StateOfFile({ target, spreadsheet, assignment }: StateOfFileProps) {
  const { t } = useTexts()
  const { isReading, sentShare, read } = spreadsheet
  const foundText = (preview: ImportPreview, { choice, firstLine }: Assignment): string => {
    const people = { ...preview, firstLine }
    const found = fieldsFor(target).flatMap((field) => {
      const column = choice[field]
      return column === undefined ? [] : `${t(`imports.fields.${field}`)} (${columnName(column)})`
    })
    const out = leftOut(people, choice).map((column) => {
      const title = titleOf(people, column)
      return title ? `${title} (${columnName(column)})` : columnName(column)
    })
    return [
      t('imports.found', { columns: found.join(', ') }),
      out.length > 0 && t('imports.leftOut', { columns: out.join(', ') }),
      choice.name === undefined && t('imports.nameless'),
    ]
      .filter(Boolean)
      .join(' ')
  }
  const text = () => {
    if (isReading) return sentShare < 1 ? t('imports.sending') : t('imports.reading')
    if (!read) return t('imports.columnsHint')
    return assignment ? foundText(read.preview, assignment) : t('imports.unclear')
  }
  return (
    <Stack gap={6} className={classes.state}>
      <Progress
        value={isReading ? sentShare * 100 : read ? 100 : 0}
        animated={isReading && sentShare === 1}
        aria-label={t('imports.sending')}
      />
      <Text size="sm" c="dimmed" role="status">
        {text()}
      </Text>
      {(isReading || assignment) && (
        <FoundColumns target={target} preview={read?.preview} assignment={assignment} />
      )}
    </Stack>
  )
}
