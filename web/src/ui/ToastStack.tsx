import { Notifications } from '@mantine/notifications'
import { TOAST_MS } from './toast.ts'

/** The toasts themselves. */
export const ToastStack = () => <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} />
