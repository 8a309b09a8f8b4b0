import { Progress, Stack, Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import {
  areColumnsCertain,
  columnName,
  fieldsFor,
  hasOnlyHeader,
  joinedRoles,
  leftOut,
  titleOf,
} from './column-choice.ts'
import { FoundColumns } from './FoundColumns.tsx'
import classes from './imports.module.css'
import type { ImportTarget } from './target.ts'
import type { Spreadsheet } from './use-spreadsheet.ts'

/** The upload progress of the file, then the columns that will be imported, and those that will not. */
export function StateOfFile({ target, spreadsheet }: { target: ImportTarget; spreadsheet: Spreadsheet }) {
  const { t } = useTexts()
  const { isReading, sentShare, read } = spreadsheet
  const showsColumns = isReading || (read && areColumnsCertain(read.preview))
  const text = () => {
    if (isReading) return sentShare < 1 ? t('imports.sending') : t('imports.reading')
    if (!read || hasOnlyHeader(read.preview)) return t('imports.columnsHint')
    const { preview } = read
    if (!areColumnsCertain(preview)) return t('imports.unclear')
    const found = fieldsFor(target).flatMap((field) => {
      const column = preview.columns[field]
      return column === undefined ? [] : `${t(`imports.fields.${field}`)} (${columnName(column)})`
    })
    const out = leftOut(preview).map((column) => {
      const title = titleOf(preview, column)
      return title ? `${title} (${columnName(column)})` : columnName(column)
    })
    return [
      t('imports.found', { columns: found.join(', ') }),
      ...joinedRoles(preview.columns).map((role) => t(`imports.joined.${role}`)),
      out.length > 0 && t('imports.leftOut', { columns: out.join(', ') }),
      preview.columns.name === undefined && preview.columns.surname === undefined && t('imports.nameless'),
    ]
      .filter(Boolean)
      .join(' ')
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
      {showsColumns && <FoundColumns target={target} preview={read?.preview} />}
    </Stack>
  )
}
