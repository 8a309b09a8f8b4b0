import classes from './stamp.module.css'

/** A stamp that comes down on the paper, once. */
export const Stamp = () => (
  <svg viewBox="0 0 56 56" width={56} height={56} aria-hidden className={classes.stamp}>
    <circle cx="28" cy="28" r="25" className={classes.ring} />
    <circle cx="28" cy="28" r="20" className={classes.inner} />
    <path d="M18 29l7 7 14-15" className={classes.check} pathLength={1} />
  </svg>
)
