import { Notifications } from '@mantine/notifications'
import { TOAST_MS } from './toast.ts'

/** Where toasts appear. In the app it stands within the router, because toasts have links. */
export const Toasts = () => <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} />
