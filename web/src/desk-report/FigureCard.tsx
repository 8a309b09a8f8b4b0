import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './desk-report.module.css'

interface FigureCardProps {
  name: string
  /** The number. */
  children: ReactNode
  /** A line about it. */
  note?: ReactNode
}

export const FigureCard = ({ name, children, note }: FigureCardProps) => (
  <Paper withBorder p="sm" className={classes.card}>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} className={classes.number}>
      {children}
    </Text>
    {note && (
      <Text component="dd" m={0} size="sm" c="dimmed" className={classes.note}>
        {note}
      </Text>
    )}
  </Paper>
)
