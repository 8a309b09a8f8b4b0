import { firstOf } from '@recado/shared/first-of'
import { type ColumnChoice, type ImportPreview, sheetLayout } from '@recado/shared/imports/import'
import type { ImportTarget } from './target.ts'

const LIST_FIELDS = ['name', 'number', 'email', 'var1', 'var2', 'var3'] as const
export type Field = (typeof LIST_FIELDS)[number]

/** In which column each field is; a column of no field is ignored. */
export type Choice = Partial<ColumnChoice>

/** What the columns of a spreadsheet can be. */
export const fieldsFor = (target: ImportTarget): readonly Field[] =>
  target.kind === 'list' ? LIST_FIELDS : ['name', 'number']

/** What was recognised, as far as the target has a place for it. */
export const choiceOf = (columns: Choice, fields: readonly Field[]): Choice =>
  Object.fromEntries(
    fields.flatMap((field) => (columns[field] === undefined ? [] : [[field, columns[field]]])),
  )

export const fieldOf = (choice: Choice, column: number): Field | undefined =>
  LIST_FIELDS.find((field) => choice[field] === column)

/** Takes a column for a field, which no other column is then; without a field the column is ignored. */
export function withField(choice: Choice, column: number, field: Field | undefined): Choice {
  const others = Object.entries(choice).filter(([, at]) => at !== column)
  return { ...Object.fromEntries(others), ...(field && { [field]: column }) }
}

/** The layout to import by; undefined while no column has the numbers. */
export const layoutOf = (columns: Choice, firstLine: number) =>
  sheetLayout.safeParse({ columns, firstLine }).data

/** How many columns the first rows have. */
export const widthOf = ({ rows, columns }: ImportPreview): number =>
  Math.max(...rows.map(({ cells }) => cells.length), ...Object.values(columns).map((at) => at + 1), 0)

/** A column's name in spreadsheet programs: 0 -> "A", 26 -> "AA". */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Values of a column that are shown to recognise it by. */
const SAMPLES = 3

/** The first values of a column among the rows that are shown. */
export const samplesOf = ({ rows, firstLine }: ImportPreview, column: number): string[] =>
  firstOf(
    rows.flatMap(({ line, cells }) => (line >= firstLine && cells[column]?.trim() ? [cells[column]] : [])),
    SAMPLES,
  )

/** What stands above the first contact in a column; '' where nothing does. */
export const titleOf = ({ rows, firstLine }: ImportPreview, column: number): string =>
  rows.findLast(({ line }) => line < firstLine)?.cells[column] ?? ''

/** Whether an import may begin with the columns that were found: its user must have seen some of its numbers. */
export const isSure = (preview: ImportPreview): boolean =>
  preview.clear &&
  preview.columns.number !== undefined &&
  samplesOf(preview, preview.columns.number).length > 0
