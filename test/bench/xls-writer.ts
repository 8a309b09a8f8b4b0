import { BIFF } from '@recado/shared/spreadsheets/biff-records'
import { writeCompoundFile } from '../fuzz/compound-writer.ts'

/** Writes an .xls with one sheet of texts in a text table, like Excel. Latin letters only. */
export function writeXls(rows: string[][]): Buffer {
  const places = new Map<string, number>()
  const cells = rows.flatMap((row, line) =>
    row.map((text, column) => {
      const place = places.get(text) ?? places.size
      places.set(text, place)
      return record(BIFF.labelOfTable, numbers(2, line, column, 0), numbers(4, place))
    }),
  )
  const before = [record(BIFF.beginning, numbers(2, BIFF8, GLOBALS, 0, 0), numbers(4, 0, 0))]
  const behind = [...tableOf([...places.keys()], cells.length), record(BIFF.eof)]
  const sheet = [record(BIFF.beginning, numbers(2, BIFF8, WORKSHEET, 0, 0), numbers(4, 0, 0)), ...cells]
  const name = Buffer.from('Contatos')
  const listed = (start: number) =>
    record(BIFF.sheet, numbers(4, start), numbers(2, 0), Buffer.from([name.length, 0]), name)
  const start = Buffer.concat([...before, listed(0), ...behind]).length
  return writeCompoundFile(Buffer.concat([...before, listed(start), ...behind, ...sheet, record(BIFF.eof)]))
}

const BIFF8 = 0x0600
const [GLOBALS, WORKSHEET] = [0x0005, 0x0010]
const LONGEST_RECORD = 8224

function record(id: number, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([numbers(2, id, data.length), data])
}

function numbers(width: 2 | 4, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(width * values.length)
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, width * index, width)
  return bytes
}

/** The text table. Texts beyond the first record are in CONTINUE records. */
function tableOf(texts: string[], uses: number): Buffer[] {
  const records: Buffer[] = []
  let parts = [numbers(4, uses, texts.length)]
  let length = 8
  const end = () => records.push(record(records.length === 0 ? BIFF.sharedStrings : BIFF.continue, ...parts))
  for (const text of texts) {
    const bytes = Buffer.from(text, 'latin1')
    if (length + 3 + bytes.length > LONGEST_RECORD) {
      end()
      parts = []
      length = 0
    }
    parts.push(numbers(2, bytes.length), Buffer.from([0]), bytes)
    length += 3 + bytes.length
  }
  end()
  return records
}
