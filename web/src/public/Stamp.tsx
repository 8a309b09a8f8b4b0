import classes from './PublicPage.module.css'

/** A postage stamp with the product's sign, on the corner of the note. */
export const Stamp = () => (
  <svg className={classes.stamp} viewBox="0 0 72 84" width="72" height="84" aria-hidden focusable="false">
    <defs>
      <mask id="perforated">
        <rect width="72" height="84" fill="#fff" />
        {HOLES.map(([x, y]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r="3.4" fill="#000" />
        ))}
      </mask>
    </defs>
    <rect width="72" height="84" className={classes.green} mask="url(#perforated)" />
    <rect x="10" y="10" width="52" height="64" rx="3" fill="none" stroke="#fff" strokeOpacity="0.5" />
    <path
      d="M22 26h28a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H38L28 61v-9h-6a4 4 0 0 1-4-4V30a4 4 0 0 1 4-4z"
      fill="#fff"
    />
    <path d="M26 35h20M26 43h12" className={classes.lines} />
  </svg>
)

/** Along the edges, 12 apart. */
const HOLES = [
  ...[0, 12, 24, 36, 48, 60, 72].flatMap((x) => [
    [x, 0],
    [x, 84],
  ]),
  ...[12, 24, 36, 48, 60, 72].flatMap((y) => [
    [0, y],
    [72, y],
  ]),
]
