import { Skeleton } from '@mantine/core'
import classes from './list.module.css'

const ROWS = 7

/** A list of conversations that is being loaded. */
export const SkeletonRows = () =>
  Array.from({ length: ROWS }, (_, index) => (
    <div key={index} className={classes.skeleton} aria-hidden>
      <Skeleton circle height={40} />
      <div>
        <Skeleton height={14} width="60%" mb={8} />
        <Skeleton height={12} width="85%" />
      </div>
    </div>
  ))
