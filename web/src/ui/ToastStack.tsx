import { Notifications } from '@mantine/notifications'
import classes from './ToastStack.module.css'
import { TOAST_MS } from './toast.ts'

/** Narrow enough for the middle of the top bar (px). */
const WIDTH = 360

/** The toasts themselves, at the top: actions are at the bottom of forms and dialogs, and in their corners. */
export const ToastStack = () => (
  <Notifications
    position="top-center"
    className={classes.toasts}
    containerWidth={WIDTH}
    autoClose={TOAST_MS}
    limit={4}
  />
)
