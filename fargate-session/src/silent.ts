import pino from 'pino'

/** For Baileys, whose log would hold numbers, messages and keys. */
export const silent = pino({ level: 'silent' })
