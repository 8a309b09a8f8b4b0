import { firstOf } from '@recado/shared/first-of'
import {
  COLUMN_ROLES,
  type ColumnChoice,
  type ColumnRole,
  type ImportPreview,
  PREVIEW_ROWS,
  sheetLayout,
} from '@recado/shared/imports/import'
import type { ImportTarget } from './target.ts'

/** The role of a column: a field of a contact, or a part of one. */
export type Field = ColumnRole

/** The column of each field. Columns without a field are ignored. */
export type Choice = Partial<ColumnChoice>

/** The fields that a column can have. */
export const fieldsFor = (target: ImportTarget): readonly Field[] =>
  target.kind === 'blocks' ? ['name', 'surname', 'number', 'areaCode'] : COLUMN_ROLES

/** The recognised columns that the target has a field for. */
export const recognisedChoice = (columns: Choice, fields: readonly Field[]): Choice =>
  Object.fromEntries(
    fields.flatMap((field) => (columns[field] === undefined ? [] : [[field, columns[field]]])),
  )

export const fieldOf = (choice: Choice, column: number): Field | undefined =>
  COLUMN_ROLES.find((field) => choice[field] === column)

/** The parts with a column of their own, which enter with the name or the number. */
export const joinedRoles = (choice: Choice) =>
  (['surname', 'areaCode'] as const).filter((role) => choice[role] !== undefined)

/** Assigns a field to a column and takes it from any other column. Without a field the column is ignored. */
export function withField(choice: Choice, column: number, field: Field | undefined): Choice {
  const others = Object.entries(choice).filter(([, at]) => at !== column)
  return { ...Object.fromEntries(others), ...(field && { [field]: column }) }
}

/** The layout for the import; undefined while no column has the numbers. */
export const layoutOf = ({ columns, firstLine }: Pick<ImportPreview, 'columns' | 'firstLine'>) =>
  sheetLayout.safeParse({ columns, firstLine }).data

/** The number of columns in the first rows. */
export const widthOf = ({ rows, columns }: ImportPreview): number =>
  Math.max(...rows.map(({ cells }) => cells.length), ...Object.values(columns).map((at) => at + 1), 0)

/** A column's name in spreadsheet programs: 0 -> "A", 26 -> "AA". */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Number of values that are shown for a column. */
const SAMPLES = 3

/** The first values of a column among the shown rows. */
export const samplesOf = ({ rows, firstLine }: ImportPreview, column: number): string[] =>
  firstOf(
    rows.flatMap(({ line, cells }) => (line >= firstLine && cells[column]?.trim() ? [cells[column]] : [])),
    SAMPLES,
  )

/** The title of a column, from the row above the first contact; '' without one. */
export const titleOf = ({ rows, firstLine }: ImportPreview, column: number): string =>
  rows.findLast(({ line }) => line < firstLine)?.cells[column] ?? ''

/** The columns with a title or with values that no field takes. */
export function leftOut(preview: ImportPreview): number[] {
  const columns = Array.from({ length: widthOf(preview) }, (_, column) => column)
  const hasContent = (column: number) =>
    titleOf(preview, column) !== '' || samplesOf(preview, column).length > 0
  return columns.filter((column) => fieldOf(preview.columns, column) === undefined && hasContent(column))
}

/** Whether a spreadsheet has titles and nothing below them. */
export const hasOnlyHeader = ({ rows, firstLine }: ImportPreview): boolean =>
  rows.length > 0 && rows.length < PREVIEW_ROWS && rows.every(({ line }) => line < firstLine)

/** Whether the columns are certain: the preview must show some of the numbers. */
export const areColumnsCertain = (preview: ImportPreview): boolean =>
  preview.clear &&
  preview.columns.number !== undefined &&
  samplesOf(preview, preview.columns.number).length > 0
