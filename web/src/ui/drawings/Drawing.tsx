import type { ReactNode } from 'react'
import classes from './Drawing.module.css'

/** Lines in ink, and one green shape, on 160 × 112. */
const DRAWINGS = {
  /** A note that leaves its envelope, with a stamp. */
  letter: (
    <>
      <path d="M28 46v50h104V46" />
      <path d="M28 46l52 32 52-32" />
      <path d="M42 54V14h76v40" />
      <path d="M54 42h30M54 32h40" />
      <path data-green d="M94 18h18v18H94z" />
    </>
  ),
  /** Cards of people in a box. */
  people: (
    <>
      <path d="M46 30V16h70v54" />
      <path d="M30 44V30h70v54" />
      <path d="M20 98l8-54h72l8 54z" />
      <path d="M46 82h36M50 90h28" />
      <circle data-green cx="64" cy="64" r="10" />
    </>
  ),
  /** A phone that shows a code. */
  phone: (
    <>
      <rect x="52" y="6" width="56" height="100" rx="10" />
      <path d="M74 14h12" />
      <path d="M64 34h12v12H64zM84 34h12v12H84zM64 54h12v12H64zM84 56h4M92 56h4M84 64h12" />
      <circle data-green cx="106" cy="88" r="13" />
      <path data-paper d="M100 88l4 5 8-9" />
    </>
  ),
  /** A tray into which a note falls. */
  tray: (
    <>
      <path d="M26 66l14-26h80l14 26v34H26z" />
      <path d="M26 66h30c2 12 10 16 24 16s22-4 24-16h30" />
      <path data-green d="M62 12h36v34H62z" />
      <path data-paper d="M70 22h20M70 31h12" />
    </>
  ),
  /** A page of a calendar with a clock. */
  clock: (
    <>
      <rect x="30" y="18" width="80" height="78" rx="6" />
      <path d="M30 38h80M50 10v16M90 10v16" />
      <path d="M44 54h12M64 54h12M44 70h12M64 70h8" />
      <circle data-green cx="108" cy="80" r="20" />
      <path data-paper d="M108 68v13l8 5" />
    </>
  ),
  /** Two people talk. */
  bubbles: (
    <>
      <path d="M24 18h72v40H56L40 72V58H24z" />
      <path d="M38 32h44M38 44h28" />
      <path data-green d="M72 68h64v28h-12v12l-14-12H72z" />
    </>
  ),
  /** A note under a magnifying glass. */
  search: (
    <>
      <path d="M36 10h60l16 16v76H36z" />
      <path d="M96 10v16h16" />
      <path d="M50 32h30M50 46h18M50 88h24" />
      <circle data-green cx="92" cy="64" r="20" />
      <path d="M106 80l20 22" />
    </>
  ),
  /** Labels on a string. */
  tag: (
    <>
      <path d="M20 12c20 2 30 10 38 24" />
      <path d="M54 30l40-12 40 34-28 40-46-30z" />
      <circle cx="68" cy="42" r="4" />
      <path data-green d="M44 52l30 24 8 30-34-8-24-26z" />
    </>
  ),
  /** A folded map with a pin. */
  map: (
    <>
      <path d="M24 26l36-12 40 12 36-12v74l-36 12-40-12-36 12z" />
      <path d="M60 14v74M100 26v74" />
      <path data-green d="M80 34c-10 0-17 7-17 16 0 12 17 26 17 26s17-14 17-26c0-9-7-16-17-16z" />
    </>
  ),
  /** A plug out of its socket. */
  broken: (
    <>
      <path d="M10 58h34M44 42v32h16c10 0 16-7 16-16s-6-16-16-16z" />
      <path d="M76 50h10M76 66h10" />
      <path data-green d="M150 58h-24v16h-14c-9 0-14-7-14-16s5-16 14-16h14v16" />
      <path d="M84 24l-6-12M96 22l2-12M84 92l-6 12M96 94l2 12" />
    </>
  ),
  /** Bars over an axis. */
  chart: (
    <>
      <path d="M28 10v90h108" />
      <path d="M44 100V70h16v30M72 100V54h16v46" />
      <path data-green d="M100 100V28h16v72z" />
    </>
  ),
  /** A note with a stamp: nothing is left to do. */
  done: (
    <>
      <path d="M36 10h72v92H36z" />
      <path d="M50 30h44M50 44h32M50 58h20" />
      <circle data-green cx="100" cy="82" r="20" />
      <path data-paper d="M91 82l7 8 12-14" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof DRAWINGS

const isName = (name: string): name is DrawingName => name in DRAWINGS
export const DRAWING_NAMES = Object.keys(DRAWINGS).filter(isName)

/** A drawing for an empty page or a first step. The text beside it says what it means. */
export const Drawing = ({ name, width = 140 }: { name: DrawingName; width?: number }) => (
  <svg className={classes.drawing} viewBox="0 0 160 112" width={width} aria-hidden focusable="false">
    {DRAWINGS[name]}
  </svg>
)
