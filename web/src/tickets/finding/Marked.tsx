import classes from './finding.module.css'
import { partsOf, type Range } from './matches.ts'

/** A text whose matches are marked. */
export const Marked = ({ text, ranges }: { text: string; ranges: readonly Range[] }) => (
  <bdi>
    {partsOf(text, ranges).map((part, index) =>
      index % 2 === 1 ? (
        <mark key={index} className={classes.mark}>
          {part}
        </mark>
      ) : (
        part
      ),
    )}
  </bdi>
)
