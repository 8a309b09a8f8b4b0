import { Progress, Stack, Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { areColumnsCertain, columnName, fieldsFor, recognisedChoice } from './column-choice.ts'
import { FoundColumns } from './FoundColumns.tsx'
import classes from './imports.module.css'
import type { ImportTarget } from './target.ts'
import type { Spreadsheet } from './use-spreadsheet.ts'

/** The upload progress of the file, then its recognised columns. */
export function StateOfFile({ target, spreadsheet }: { target: ImportTarget; spreadsheet: Spreadsheet }) {
  const { t } = useTexts()
  const { isReading, sentShare, read } = spreadsheet
  const fields = fieldsFor(target)
  const showsColumns = isReading || (read && areColumnsCertain(read.preview))
  const text = () => {
    if (isReading) return sentShare < 1 ? t('imports.sending') : t('imports.reading')
    if (!read) return t('imports.columnsHint')
    const choice = recognisedChoice(read.preview.columns, fields)
    const found = fields.flatMap((field) => {
      const column = choice[field]
      return column === undefined ? [] : `${t(`imports.fields.${field}`)} (${columnName(column)})`
    })
    if (!areColumnsCertain(read.preview)) return t('imports.unclear')
    const columns = t('imports.found', { columns: found.join(', ') })
    return choice.name === undefined ? `${columns} ${t('imports.nameless')}` : columns
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
