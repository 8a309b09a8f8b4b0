import { Radio, ScrollArea, Select, Table } from '@mantine/core'
import type { ImportPreview } from '@recado/shared/imports/import'
import { useTexts } from '../i18n/use-texts.ts'
import { columnName, type Field, fieldOf, widthOf } from './column-choice.ts'
import classes from './imports.module.css'

interface SheetTableProps {
  preview: ImportPreview
  fields: readonly Field[]
  onField: (column: number, field: Field | undefined) => void
  onFirstLine: (line: number) => void
}

const IGNORED = 'ignored'

/** The first rows of a spreadsheet, with a select above each column and a choice beside each row. */
export function SheetTable({ preview, fields, onField, onFirstLine }: SheetTableProps) {
  const { t } = useTexts()
  const { firstLine } = preview
  const columns = Array.from({ length: widthOf(preview) }, (_, column) => column)
  const options = [
    { value: IGNORED, label: t('imports.ignore') },
    ...fields.map((field) => ({ value: field, label: t(`imports.fields.${field}`) })),
  ]
  return (
    <ScrollArea.Autosize mah={360} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
      <Table
        withTableBorder
        withColumnBorders
        verticalSpacing={6}
        className={classes.sheet}
        aria-label={t('imports.firstRows')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('imports.line')}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                <Select
                  size="xs"
                  aria-label={t('imports.column', { name: columnName(column) })}
                  data={options}
                  value={fieldOf(preview.columns, column) ?? IGNORED}
                  onChange={(value) =>
                    onField(
                      column,
                      fields.find((field) => field === value),
                    )
                  }
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.rows.map(({ line, cells }) => (
            <Table.Tr key={line} className={line < firstLine ? classes.above : undefined}>
              <Table.Td>
                <Radio
                  size="xs"
                  name="first-line"
                  label={line}
                  aria-label={t('imports.firstIs', { line })}
                  checked={line === firstLine}
                  onChange={() => onFirstLine(line)}
                />
              </Table.Td>
              {columns.map((column) => (
                <Table.Td key={column} className={classes.cell} title={cells[column]}>
                  {cells[column]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
