import pino from 'pino'

/** For Baileys: its log would contain numbers, messages and keys. */
export const silent = pino({ level: 'silent' })
