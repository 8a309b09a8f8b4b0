import * as z from 'zod'

/** What an alert is about, each with a sound of its own. */
export const ALERT_KINDS = ['message', 'group', 'waiting', 'chat', 'notice'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** How this browser tells of new messages. The browser's notifications are off until the user allows them. */
const alertOptions = z.object({
  sounds: z.object({
    message: z.boolean().catch(true),
    group: z.boolean().catch(true),
    waiting: z.boolean().catch(true),
    chat: z.boolean().catch(true),
    notice: z.boolean().catch(true),
  }),
  notifications: z.boolean().catch(false),
  /** Leaves the words of messages out of the browser's notifications. */
  hidesText: z.boolean().catch(false),
})
export type AlertOptions = z.infer<typeof alertOptions>

const DEFAULTS: AlertOptions = {
  sounds: { message: true, group: true, waiting: true, chat: true, notice: true },
  notifications: false,
  hidesText: false,
}

/** The options' place in the browser. */
export const ALERT_OPTIONS_KEY = 'recado.alerts'

/** Reads the stored options. Whatever cannot be read has its default. */
export function parseAlertOptions(text: string | null | undefined): AlertOptions {
  if (!text) return DEFAULTS
  try {
    return alertOptions.safeParse(JSON.parse(text)).data ?? DEFAULTS
  } catch (error) {
    if (error instanceof SyntaxError) return DEFAULTS
    throw error
  }
}

export const readAlertOptions = (): AlertOptions => parseAlertOptions(localStorage.getItem(ALERT_OPTIONS_KEY))
