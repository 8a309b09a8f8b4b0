import { ScrollArea, Skeleton, Table } from '@mantine/core'
import type { ImportPreview } from '@recado/shared/imports/import'
import { useTexts } from '../i18n/use-texts.ts'
import { columnName, type Field, fieldsFor, samplesOf, titleOf } from './column-choice.ts'
import classes from './imports.module.css'
import type { ImportTarget } from './target.ts'

interface FoundColumnsProps {
  target: ImportTarget
  /** Undefined while the file is read: rows of its usual columns keep their place, so that nothing below moves. */
  preview: ImportPreview | undefined
}

/** The columns that will be imported, with their titles and first values. */
export function FoundColumns({ target, preview }: FoundColumnsProps) {
  const { t } = useTexts()
  return (
    <ScrollArea.Autosize type="auto" offsetScrollbars="present" viewportProps={{ tabIndex: 0 }}>
      <Table withTableBorder verticalSpacing={4} aria-label={t('imports.foundColumns')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('imports.field')}</Table.Th>
            <Table.Th scope="col">{t('imports.columnTitle')}</Table.Th>
            <Table.Th scope="col">{t('imports.firstValues')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview ? <ColumnRows target={target} preview={preview} /> : USUAL.map(placeOf)}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

/** The columns of most files. */
const USUAL = ['number', 'name']

const placeOf = (field: string) => (
  <Table.Tr key={field}>
    <Table.Td colSpan={3}>
      <Skeleton height="1lh" />
    </Table.Td>
  </Table.Tr>
)

function ColumnRows({ target, preview }: { target: ImportTarget; preview: ImportPreview }) {
  const { t } = useTexts()
  const fields = fieldsFor(target)
  // The number comes first because everything else depends on it.
  const isOfNumber = (field: Field) => Number(field === 'number' || field === 'areaCode')
  const ordered = fields.toSorted((one, other) => isOfNumber(other) - isOfNumber(one))
  return ordered.map((field) => {
    const column = preview.columns[field]
    if (column === undefined) return null
    const title = titleOf(preview, column)
    return (
      <Table.Tr key={field}>
        <Table.Th scope="row" className={classes.field}>
          {t(`imports.fields.${field}`)}
        </Table.Th>
        <Table.Td className={classes.cell}>
          {title ? `${columnName(column)} · ${title}` : columnName(column)}
        </Table.Td>
        <Table.Td className={classes.cell}>{samplesOf(preview, column).join(', ')}</Table.Td>
      </Table.Tr>
    )
  })
}
